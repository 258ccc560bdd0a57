import { OptionError } from 'polyspec';
import { describe, expect, it } from 'vitest';
import { portFrom } from './port.js';

describe('portFrom', () => {
  it('is 8080 unless another one is given', () => {
    expect([portFrom(undefined), portFrom(''), portFrom('0'), portFrom('3000')]).toEqual([8080, 8080, 0, 3000]);
  });

  it.each(['http', '-1', '65536', '80.5', '1e3', ' 80'])("refuses '%s'", (given) => {
    expect(() => portFrom(given)).toThrow(OptionError);
    expect(() => portFrom(given)).toThrow(`got '${given}'`);
  });
});
