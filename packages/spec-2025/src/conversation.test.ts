import type { Exchange } from '@polyspec/core';
import { expect, test } from 'vitest';
import { httpFacts } from '../test/client.js';
import { Conversations } from './conversation.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';

const wires = [revision20251125, revision20250618] as const;
const client = { capabilities: { roots: {} } };

const exchange = (headers?: Record<string, string>): Exchange => ({
  peer: {},
  disconnected: new AbortController().signal,
  canStream: true,
  ...(headers && { http: httpFacts(headers) }),
  stream: () => undefined,
  suspend: () => undefined,
  send: () => true,
});

test('on stdio what was agreed on is known at the next request of the same process', () => {
  const conversations = new Conversations(wires);
  const process = exchange();
  conversations.of(process).logLevel = 'error';
  conversations.open(process, revision20250618, client);
  expect(conversations.isOpen({ ...exchange(), peer: process.peer })).toBe(true);
  expect(conversations.of(process)).toEqual({ wire: revision20250618, client, isOpen: true, logLevel: 'error' });
});

test('another process is another client', () => {
  const conversations = new Conversations(wires);
  conversations.open(exchange(), revision20250618, client);
  expect(conversations.isOpen(exchange())).toBe(false);
  expect(conversations.of(exchange())).toEqual({
    wire: revision20251125,
    client: { capabilities: {} },
    isOpen: false,
    logLevel: undefined,
  });
});

test('over HTTP nothing is remembered: the header field names the revision, the client is unknown (Q-61)', () => {
  const conversations = new Conversations(wires);
  const post = exchange({ 'mcp-protocol-version': '2025-06-18' });
  conversations.open(post, revision20251125, client);
  expect(conversations.remembers(post)).toBe(false);
  expect(conversations.isOpen(post)).toBe(false);
  expect(conversations.of(post)).toMatchObject({ wire: revision20250618, client: { capabilities: {} } });
});

test('nothing can be written into what all requests over HTTP share', () => {
  const shared = new Conversations(wires).of(exchange({ 'mcp-protocol-version': '2025-11-25' }));
  expect(() => {
    shared.logLevel = 'debug';
  }).toThrow(TypeError);
});
