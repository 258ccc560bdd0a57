export interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly description?: string;
  readonly details?: { readonly message?: string };
}
export interface Scenario {
  readonly name: string;
  readonly isScored: boolean;
  readonly checks: readonly Check[];
}
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly warnings: number;
}
export interface Judgement {
  readonly counts: Counts;
  readonly problems: readonly string[];
  readonly waiting: readonly string[];
}
export function judge(
  scenarios: readonly Scenario[],
  listed: ReadonlyMap<string, string>,
  isWhole?: boolean,
): Judgement;
export function passes(scenario: Scenario): boolean;
export function countsOf(scenarios: readonly Scenario[]): Counts;
export function faultsOf(scenario: Scenario): readonly string[];
