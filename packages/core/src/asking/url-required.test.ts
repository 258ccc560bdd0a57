import { describe, expect, it } from 'vitest';
import { ApplicationError, RequestError } from '../errors.js';
import { urlElicitationRequired } from './url-required.js';

describe('the error for a page that has to be visited first', () => {
  it('YI-09, YI-10 holds visits of pages, each with an id of its own or a random one', () => {
    const visit = { message: 'Pay!', url: 'https://example.com/pay' };
    const error = urlElicitationRequired('Payment needed', [{ ...visit, id: 'e1' }, visit]);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      reason: 'url-elicitation-required',
      message: 'Payment needed',
      data: {
        elicitations: [
          { mode: 'url', elicitationId: 'e1', ...visit },
          { mode: 'url', elicitationId: expect.stringMatching(/^[\da-f-]{36}$/), ...visit },
        ],
      },
    });
  });

  it.each([
    ['urlElicitationRequired: there must be a page to visit', []],
    ['urlElicitationRequired: visits[0].url must be an absolute URL; got "/pay"', [{ message: 'Pay!', url: '/pay' }]],
    ['urlElicitationRequired: visits[0].message must be a text', [{ message: '', url: 'https://example.com' }]],
  ])('is refused for what is no visit: %s', (fault, visits) => {
    expect(() => urlElicitationRequired('Payment needed', visits)).toThrow(ApplicationError);
    expect(() => urlElicitationRequired('Payment needed', visits)).toThrow(fault);
  });
});
