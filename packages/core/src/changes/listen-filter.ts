/** Which changes somebody wants to hear about. What is absent is not wanted. */
export interface ListenFilter {
  readonly toolsListChanged?: boolean | undefined;
  readonly promptsListChanged?: boolean | undefined;
  readonly resourcesListChanged?: boolean | undefined;
  /** That the visit of a page is done, which some client was asked for. */
  readonly elicitationComplete?: boolean | undefined;
  /**
   * Updates of these URIs, compared as text (ambiguity Q-14); or of those for which the function says so. What fails while it
   * decides can be told for the log, so that it still may say yes; where it throws, it said no.
   */
  readonly resources?: readonly string[] | ((uri: string, failed: (err: unknown) => void) => boolean) | undefined;
}
