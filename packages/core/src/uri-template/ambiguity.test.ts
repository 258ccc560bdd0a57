import { describe, expect, it } from 'vitest';
import { refuseAmbiguity } from './ambiguity.js';
import { UriTemplateError } from './error.js';
import { toPattern } from './pattern.js';
import { parseParts } from './syntax.js';

describe('refuseAmbiguity', () => {
  it.each([
    ['{a}{b}', 3, '"b" begins'],
    ['up{+path}{var}/here', 9, '"var" begins'],
    ['x/{+a}{+b}', 6, '"b" begins'],
    ['{a:2}{b}', 5, '"b" begins'],
    ['{/a}{b}', 4, '"b" begins'],
    ['{a}{?q}{b}', 7, '"b" begins'],
    ['{a*,b*}', 0, 'the list "a" ends and the list "b" begins'],
    ['x{/a*}{/b*}', 1, 'the list "a" ends and the list "b" begins'],
    ['{+a*,b,c*}', 0, 'the list "a" ends and the list "c" begins'],
    ['{a}/{a*}', 4, '"a" is a list in one place'],
    ['{/a,a*}', 0, '"a" is a list in one place'],
  ])('refuses %j at position %i', (template, position, reason) => {
    expect(() => check(template)).toThrow(UriTemplateError);
    expect(() => check(template)).toThrow(reason);
    expect(() => check(template)).toThrow(`at position ${position}:`);
  });

  it.each([
    '{a}/{b}',
    '{a}-{b}',
    '{a,b}',
    '{a}{/b}',
    '{a}{.b}',
    '{+a}{?b}{#c}',
    '{/a}{/b}',
    '{/a*,b}',
    '{/a*}{?b*,c*}',
    '{?a}{&b}',
    '{hash:2}/{hash}',
    '{/a*}/x{/b*}',
    '{a*}{?a*}',
  ])('accepts %j', (template) => {
    expect(() => check(template)).not.toThrow();
  });
});

function check(template: string): void {
  refuseAmbiguity(template, toPattern(parseParts(template)));
}
