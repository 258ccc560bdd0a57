import type { HeaderMap } from '@polyspec/core';
import { type HttpCall, mergeHeaders } from './call.js';
import { firstRefusal, originChecks } from './checks.js';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.js';
import type { EndpointSettings } from './settings.js';

const PLAIN: HeaderMap = { 'content-type': 'text/plain' };

/**
 * Answers a call for a path where nothing is, on a server that is all ours (step 1 of ambiguity Q-07). A browser whose origin is
 * allowed gets to see that (ambiguity Q-29): without CORS it would tell its user of a refusal.
 */
export function answerNotFound(call: HttpCall, settings: EndpointSettings): void {
  if (!settings.cors) {
    call.answer(404, PLAIN, 'Not Found');
    return;
  }
  const isAllowed = firstRefusal(originChecks, call, settings) === undefined;
  if (isAllowed && isPreflight(call)) {
    call.answer(204, mergeHeaders(corsHeaders(call), preflightHeaders(call)), undefined);
  } else {
    call.answer(404, mergeHeaders(PLAIN, isAllowed ? corsHeaders(call) : { vary: 'Origin' }), 'Not Found');
  }
}
