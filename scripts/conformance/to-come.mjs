// The scenarios of the official suite that can't pass yet, by what they wait for. A scenario that is listed and passes fails
// the run, so that this list only ever gets shorter.
const STATELESS = '2026-07-28';

const WAITING = [
  {
    // It also looks at a call that needs input, and for that at its tool.
    reason: 'subscriptions',
    revisions: [STATELESS],
    scenarios: ['server-stateless'],
  },
  {
    reason: 'rounds',
    revisions: [STATELESS],
    scenarios: [
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-missing-input-response',
      'input-required-result-non-tool-request',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
    ],
  },
  {
    reason: 'parameter headers',
    revisions: [STATELESS],
    scenarios: ['http-custom-header-server-validation'],
  },
  {
    reason: 'tasks',
    revisions: [STATELESS],
    scenarios: [
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-status-notifications',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ],
  },
];

/** What the scenarios of a revision wait for, by their names. */
export function toCome(revision) {
  const rows = WAITING.filter(({ revisions }) => revisions.includes(revision));
  return new Map(rows.flatMap(({ reason, scenarios }) => scenarios.map((scenario) => [scenario, reason])));
}
