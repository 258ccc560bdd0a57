// The scenarios of the official suite that can't pass yet, by what they wait for. A scenario that is listed and passes fails
// the run, so that this list only ever gets shorter.
const STATELESS = '2026-07-28';

const WAITING = [
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
