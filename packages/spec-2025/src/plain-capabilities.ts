import { type ClientCapabilities, isJsonObject } from '@polyspec/core';

/**
 * What 2025-06-18 has of what a client declared (client/elicitation#capabilities, client/sampling#capabilities): it asks by forms
 * alone, and its models use no tools. A client that also speaks newer revisions declares what it can do under those, too.
 */
export function plainCapabilities({ elicitation, sampling, ...others }: ClientCapabilities): ClientCapabilities {
  return {
    ...others,
    ...(elicitation !== undefined && withoutPages(elicitation)),
    ...(sampling !== undefined && { sampling: withoutTools(sampling) }),
  };
}

type Elicitation = NonNullable<ClientCapabilities['elicitation']>;
type Sampling = NonNullable<ClientCapabilities['sampling']>;

/** What comes from a client may be anything. */
function withoutPages(elicitation: Elicitation): Pick<ClientCapabilities, 'elicitation'> {
  if (!isJsonObject(elicitation)) return { elicitation };
  const { url, ...modes }: Elicitation = elicitation;
  // To have no mode left is not to name any, which would mean forms.
  return url !== undefined && Object.keys(modes).length === 0 ? {} : { elicitation: modes };
}

function withoutTools(sampling: Sampling): Sampling {
  if (!isJsonObject(sampling)) return sampling;
  const { tools: _, ...others }: Sampling = sampling;
  return others;
}
