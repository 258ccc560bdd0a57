// What the checks of a run mean: pure functions of the suite's results and of the list of what is still to come.

/**
 * Judges the scenarios of one revision.
 *
 * A scenario that is not listed has to pass. One that is listed must not; and it has to exist.
 *
 * @param scenarios `{ name, isScored, checks }` each, the checks as the suite writes them
 * @param listed why a scenario is still to come, by its name
 * @param isWhole whether these are all scenarios of the revision
 * @returns `counts` of the scored ones that are to pass, `problems` as sentences, and `waiting` names
 */
export function judge(scenarios, listed, isWhole = true) {
  const expected = scenarios.filter(({ name }) => !listed.has(name));
  const waiting = scenarios.filter(({ name }) => listed.has(name));
  const names = new Set(scenarios.map(({ name }) => name));
  const gone = isWhole ? [...listed.keys()].filter((name) => !names.has(name)) : [];
  return {
    counts: countsOf(expected.filter(({ isScored }) => isScored)),
    problems: [
      ...expected.flatMap(faultsOf),
      ...waiting.filter(passes).map(({ name }) => `${name} passes: take it off the list of what is to come`),
      ...gone.map((name) => `${name} is listed as to come, and the suite has no such scenario here`),
    ],
    waiting: waiting.map(({ name }) => name),
  };
}

/** Whether all that a scenario looks at was looked at, and is right. */
export function passes({ checks }) {
  return has(checks, 'SUCCESS') && !['FAILURE', 'WARNING', 'SKIPPED'].some((status) => has(checks, status));
}

/** How many checks passed, failed, and warned. */
export function countsOf(scenarios) {
  const checks = scenarios.flatMap((scenario) => scenario.checks);
  const count = (wanted) => checks.filter(({ status }) => status === wanted).length;
  return { passed: count('SUCCESS'), failed: count('FAILURE'), warnings: count('WARNING') };
}

/** What keeps a scenario from passing, one sentence each. */
export function faultsOf({ name, checks }) {
  const faults = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING' || status === 'SKIPPED')
    .map(({ id, status, errorMessage, details, description }) => {
      const text = errorMessage ?? details?.message ?? description ?? '';
      return `${name}: ${status} ${id}: ${String(text).replace(/\s+/g, ' ').slice(0, 300)}`;
    });
  if (faults.length > 0) return [...new Set(faults)];
  return has(checks, 'SUCCESS') ? [] : [`${name}: nothing was checked`];
}

function has(checks, wanted) {
  return checks.some(({ status }) => status === wanted);
}
