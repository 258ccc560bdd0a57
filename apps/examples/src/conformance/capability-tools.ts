import { type ToolDeclaration, tool } from 'polyspec';

/** Tools that not every client can use. */
export const capabilityTools: Readonly<Record<string, ToolDeclaration>> = {
  test_missing_capability: tool({
    description: 'Needs a client whose model can be asked; other clients are refused before it runs.',
    requires: { sampling: {} },
    run: () => 'This client has a model.',
  }),
};
