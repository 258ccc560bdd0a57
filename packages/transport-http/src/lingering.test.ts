import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamSink } from './call.js';
import { Lingering, STALL_MS } from './lingering.js';

describe('a stream that has ended and was not yet read', () => {
  let unsent = 0;
  let aborted = 0;
  const sink: StreamSink = {
    get unsent() {
      return unsent;
    },
    write: () => false,
    whenDrained: () => undefined,
    end: () => undefined,
    abort: () => {
      aborted += 1;
    },
  };
  let lingering: Lingering;

  beforeEach(() => {
    unsent = 1000;
    aborted = 0;
    lingering = new Lingering(sink);
  });

  it('is over when its reader has taken everything', () => {
    expect(lingering.elapsed(1000)).toBe(false);
    unsent = 0;
    expect(lingering.elapsed(STALL_MS)).toBe(true);
    expect(aborted).toBe(0);
  });

  it('is dropped when nothing has moved for a while', () => {
    expect(lingering.elapsed(STALL_MS - 1)).toBe(false);
    expect(lingering.elapsed(1)).toBe(true);
    expect(aborted).toBe(1);
  });

  it('may take as long as it likes while something moves', () => {
    for (unsent = 999; unsent > 0; unsent -= 1) expect(lingering.elapsed(STALL_MS)).toBe(false);
    expect(lingering.elapsed(1)).toBe(true);
    expect(aborted).toBe(0);
  });
});
