import { describe, expect, it } from 'vitest';
import { UriTemplateError } from './error.js';
import { expandParts, type TemplateValues } from './expand.js';
import { parseParts } from './syntax.js';

/** The variables of RFC 6570, section 3.2. */
const values: TemplateValues = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_list: [],
  undef: undefined,
};

describe('expandParts', () => {
  // From RFC 6570, sections 1.2 and 3.2, which the official suite of tests repeats.
  it.each([
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['up{+path}{var}/here', 'up/foo/barvalue/here'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{.who,who}', '.fred.fred'],
    ['www{.dom*}', 'www.example.com'],
    ['X{.empty}', 'X.'],
    ['X{.empty_list}', 'X'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{/var,empty}', '/value/'],
    ['{/empty}', '/'],
    ['{/var:1,var}', '/v/value'],
    ['{/list*}', '/red/green/blue'],
    ['{/list}', '/red,green,blue'],
    ['{/half,who,dub}', '/50%25/fred/me%2Ftoo'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;hello:5}', ';hello=Hello'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?x,y,undef}', '?x=1024&y=768'],
    ['{?list}', '?list=red,green,blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&var:3,count*}', '&var=val&count=one&count=two&count=three'],
    ['café/{var}', 'caf%C3%A9/value'],
  ])('writes %j as %j', (template, expected) => {
    expect(expand(template, values)).toBe(expected);
  });

  // Where version 2.0.0 of `uri-template` goes wrong.
  it.each([
    ['{x}', '😀', '%F0%9F%98%80'],
    ['{x}', 'a\nb', 'a%0Ab'],
    ['{x:1}', '😀a', '%F0%9F%98%80'],
    ['{+x:1}', '%20abc', '%20'],
    ['{#x:2}', '%C3%A9%2Fx', '#%C3%A9%2F'],
    ['{x:1}', '%20abc', '%25'],
    ['{+x}', '%2F', '%2F'],
  ])('writes %j with %j as %j', (template, x, expected) => {
    expect(expand(template, { x })).toBe(expected);
  });

  it('takes no value that an object only inherits', () => {
    expect(expand('a{/constructor,__proto__,toString}', {})).toBe('a');
    expect(expand('a{/__proto__}', JSON.parse('{"__proto__":"p"}'))).toBe('a/p');
  });

  it('refuses the prefix of a list', () => {
    expect(() => expand('{list:3}', values)).toThrow(UriTemplateError);
    expect(() => expand('{list:3}', values)).toThrow('got a list for "list", of which {list:3} asks a prefix');
  });

  it('refuses half a surrogate pair', () => {
    expect(() => expand('{x}', { x: 'a\ud800' })).toThrow(UriTemplateError);
    expect(() => expand('{x*}', { x: ['a', '\udc00'] })).toThrow('half a surrogate pair in the value of "x"');
  });
});

function expand(template: string, given: TemplateValues): string {
  return expandParts(template, parseParts(template), given);
}
