/** Something that clients may have asked to hear about. Published with `server.notify` or `context.notify`. */
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
    };
