import type {
  ClientCapabilities,
  DialogueContext,
  ElicitAnswer,
  JsonObject,
  QuestionOptions,
  ToolResult,
} from 'polyspec';
import type { Facts } from '../engine/rule.js';
import { BIRDS } from '../knowledge/expertise.js';
import { isFeature } from '../knowledge/features.js';
import { SPECIES } from '../knowledge/species.js';
import { choiceIn, formFor, questionFor } from './form.js';
import { type Ask, interview } from './interview.js';
import { reportOf } from './report.js';

/** What a conversation about one bird needs of the context of its call. */
export interface Asking extends Pick<DialogueContext, 'client' | 'progress'> {
  readonly elicit: (message: string, form: JsonObject, options: QuestionOptions) => Promise<ElicitAnswer>;
}

/**
 * Finds out which bird it is: asks the user form after form, as long as an answer would tell anything. Where the user can't be
 * asked, what to ask is part of the result.
 *
 * @param told what is known beforehand
 */
export async function identify({ elicit, client, progress }: Asking, told: Facts): Promise<ToolResult> {
  const ask: Ask = async (about, standing, facts) => {
    if (!isFeature(about)) return undefined;
    const { length } = standing.left;
    progress(SPECIES.length - length, SPECIES.length, `${length} birds are left`);
    const answer = await elicit(questionFor(about, standing, facts), formFor(about), { key: about });
    return choiceIn(answer, about);
  };
  return reportOf(await interview(BIRDS, told, canFillInForms(client.capabilities) ? ask : undefined));
}

/** A client that declares elicitation, and names no mode, can do forms. */
function canFillInForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
