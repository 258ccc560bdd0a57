/**
 * Something that clients may have asked to hear about. Published with `server.notify` or `context.notify`.
 *
 * The last is for one client alone: the one that was asked to open the page, see `ElicitUrlOptions`, and that may now try again
 * what needed it. It is told nothing more of that id then (2025-11-25).
 */
export type ChangeEvent =
  | {
      readonly type: 'toolsListChanged';
    }
  | {
      readonly type: 'promptsListChanged';
    }
  | {
      readonly type: 'resourcesListChanged';
    }
  | {
      readonly type: 'resourceUpdated';
      readonly uri: string;
    }
  | {
      readonly type: 'elicitationComplete';
      readonly elicitationId: string;
    };
