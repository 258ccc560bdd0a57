import type { ClientCapabilities, ElicitAnswer, JsonObject } from 'polyspec';
import { describe, expect, it } from 'vitest';
import { birdMeant, featuresOf } from '../bird.js';
import type { FeatureName } from '../knowledge/features.js';
import { type Asking, identify } from './identify.js';

const forms: ClientCapabilities = { elicitation: {} };

/** A client whose user answers by a table, and its calls. */
function client(
  answer: (feature: FeatureName) => ElicitAnswer,
  capabilities: ClientCapabilities = forms,
): Asking & { readonly asked: string[]; readonly reports: unknown[] } {
  const asked: string[] = [];
  const reports: unknown[] = [];
  return {
    asked,
    reports,
    client: { capabilities },
    progress: (...report) => void reports.push(report),
    elicit: async (message, { properties }) => {
      asked.push(message);
      const [feature] = Object.keys(properties as JsonObject);
      return answer(feature as FeatureName);
    },
  };
}

/** A user who sees this bird. */
const seeing =
  (name: string) =>
  (feature: FeatureName): ElicitAnswer => {
    const [value] = featuresOf(birdMeant(name)).get(feature) ?? ['unknown'];
    return { action: 'accept', content: { [feature]: value ?? 'unknown' } };
  };

const never = (): ElicitAnswer => {
  throw new Error('It asked');
};

const wordsOf = (result: { readonly content: readonly object[] }): string =>
  (result.content[0] as { readonly text: string }).text;

describe('identifying a bird', () => {
  it('asks until it knows, and says what it knows and what it left out', async () => {
    const user = client(seeing('barn-owl'));
    const result = await identify(user, new Map());
    expect(user.asked.length).toBeGreaterThan(1);
    expect(user.asked[0]).toBe('40 birds are left. What shape is its bill?');
    expect(result.structuredContent).toMatchObject({
      outcome: 'identified',
      birds: [{ name: 'barn-owl', title: 'Barn owl', scientific: 'Tyto alba', uri: 'birds://bird/barn-owl' }],
      told: { bill: 'hooked', head: 'heart' },
      questions: [],
    });
    expect(wordsOf(result)).toMatch(
      /^It is a bird of this kind: Barn owl \(Tyto alba\)\. No other bird that is known here fits\. To be sure, look at the rest of it\. /,
    );
    expect(wordsOf(result)).toContain('Flight: Low, and without a sound');
    expect(wordsOf(result)).not.toContain('Bill:');
    expect(result.content[1]).toMatchObject({ type: 'resource_link', uri: 'birds://bird/barn-owl' });
  });

  it('reports how many birds are ruled out', async () => {
    const user = client(seeing('mallard'));
    await identify(user, new Map());
    expect(user.reports[0]).toEqual([0, 40, '40 birds are left']);
    expect(user.reports[1]).toEqual([37, 40, '3 birds are left']);
  });

  it('asks nothing that was told, and says what follows from it', async () => {
    const user = client(never);
    const told = { bill: 'hooked', feet: 'talons', wings: 'rounded', flight: 'silent', head: 'heart' };
    const result = await identify(user, new Map(Object.entries(told)));
    expect(wordsOf(result)).toContain(
      'From what was told follows the order Strigiformes (owls) and the family Tytonidae (barn owls).',
    );
  });

  it.each(['decline', 'cancel'] as const)('stops when its user does (%s)', async (action) => {
    const user = client(() => ({ action }));
    const result = await identify(user, new Map([['bill', 'flat']]));
    expect(user.asked).toHaveLength(1);
    expect(result.structuredContent).toMatchObject({
      outcome: 'stopped',
      birds: [{ name: 'mute-swan' }, { name: 'canada-goose' }, { name: 'mallard' }],
      questions: [],
    });
    expect(wordsOf(result)).toBe('The user did not want to go on. 3 birds fit: Mute swan, Canada goose, Mallard.');
  });

  it('gives what is left where its user can’t tell any more', async () => {
    const user = client((feature) => ({ action: 'accept', content: { [feature]: 'unknown' } }));
    const result = await identify(user, new Map([['bill', 'chisel']]));
    expect(result.structuredContent).toMatchObject({ outcome: 'several', questions: [] });
    expect(wordsOf(result)).toBe('2 birds fit: Great spotted woodpecker, European green woodpecker.');
  });

  it('says that nothing fits', async () => {
    const result = await identify(client(never), new Map(Object.entries({ bill: 'triangular', back: 'green' })));
    expect(result.structuredContent).toMatchObject({ outcome: 'none', birds: [] });
    expect(wordsOf(result)).toBe('No bird that is known here fits. One of the answers may be wrong.');
  });

  it.each([{}, { elicitation: { url: {} } }] satisfies ClientCapabilities[])(
    'gives the questions to a client that can’t show forms: %j',
    async (capabilities) => {
      const result = await identify(client(never, capabilities), new Map([['bill', 'hooked']]));
      const { questions } = result.structuredContent as { questions: { feature: string; question: string }[] };
      expect(result.structuredContent).toMatchObject({ outcome: 'several' });
      expect(questions).toHaveLength(3);
      expect(questions[0]).toMatchObject({
        feature: 'underside',
        question: 'What does its underside look like?',
        values: { barred: 'Pale, with bars across' },
      });
      expect(wordsOf(result)).toContain('Ask the user, and call again:\n- What does its underside look like?\n- ');
    },
  );

  it.each([{ elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }] satisfies ClientCapabilities[])(
    'asks a client that can: %j',
    async (capabilities) => {
      const user = client(seeing('osprey'), capabilities);
      await identify(user, new Map());
      expect(user.asked).not.toEqual([]);
    },
  );

  it('names some of very many birds, and links to none', async () => {
    const result = await identify(client(never, {}), new Map());
    expect(wordsOf(result)).toContain('40 birds fit: Mute swan, ');
    expect(wordsOf(result)).toContain(', and 28 more.');
    expect(result.content).toHaveLength(1);
  });
});
