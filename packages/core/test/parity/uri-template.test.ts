/**
 * The tests of the reference library for URI templates, under their names there, and the examples of RFC 6570 that they
 * repeat. Values here are texts and lists: a template of a resource has no use for maps and structures, so those cases
 * (`uri_template_expand_3_14`, `_15`, `_22`, `_30`, and the rows of the RFC with `keys`) are left out, as is the one that names
 * a variable twice (`_24`), which a record can't.
 */
import { describe, expect, test } from 'vitest';
import { parseUriTemplate, type TemplateValues, UriTemplateError } from '../../src/index.js';

const expand = (template: string, values: TemplateValues = {}): string => parseUriTemplate(template).expand(values);

/** What is wrong with a template or with its values. */
function fault(template: string, values: TemplateValues = {}): UriTemplateError {
  try {
    expand(template, values);
  } catch (thrown) {
    if (thrown instanceof UriTemplateError) return thrown;
    throw thrown;
  }
  return expect.fail(`${template} is accepted`);
}

describe('what is a template (RP-20)', () => {
  test.each([
    ['uri_template_valid_1_01', 'https://example.com/~fred/'],
    ['uri_template_valid_1_02', 'http://example.com/search{?q,lang}'],
    ['uri_template_valid_1_03', '{var}/{+path}{#fragment}'],
    ['uri_template_valid_1_03', '{var}{.ext}{/segments*}{;x,y}{?q}{&page}'],
    ['uri_template_valid_1_04', '{var:9999}/{first%20name}'],
  ])('%s: %s is one', (_name, template) => {
    expect(parseUriTemplate(template).template).toBe(template);
  });

  test.each([
    ['uri_template_valid_1_03', '{var}{+path}{#fragment}'],
    ['uri_template_valid_1_04', '{var:9999}{first%20name}'],
  ])('%s: %s is one, but a URI of it could not be read back, so it is refused (RP-19)', (_name, template) => {
    expect(fault(template).reason).toContain('nothing shows where');
  });

  test.each([
    ['uri_template_valid_1_05', '{}'],
    ['uri_template_valid_1_06', '{var'],
    ['uri_template_valid_1_07', '{{var}}'],
    ['uri_template_valid_1_08', '{=var}'],
    ['uri_template_valid_1_09', '{var:0}'],
    ['uri_template_valid_1_10', '{var:10000}'],
    ['uri_template_valid_1_11', '{var:*}'],
    ['uri_template_valid_1_12', '{a..b}'],
    ['uri_template_valid_1_13', '{bad%2G}'],
    ['uri_template_valid_1_14', "'"],
    ['uri_template_variables_2_04', '{x,,y}'],
  ])('%s: %s is none', (_name, template) => {
    expect(fault(template)).toMatchObject({ code: 'POLYSPEC_URI_TEMPLATE', template });
  });
});

describe('its variables (CP-17)', () => {
  test.each([
    ['uri_template_variables_2_01', 'https://example.com/', []],
    ['uri_template_variables_2_02', '{x}{?y,x,list*}', ['x', 'y', 'list']],
    ['uri_template_variables_2_03', '{Var,var}/{first%20name:3}', ['Var', 'var', 'first%20name']],
  ])('%s: those of %s are %j', (_name, template, names) => {
    expect(parseUriTemplate(template).variables).toEqual(names);
  });
});

describe('what is written', () => {
  const list = ['red', 'green', 'blue'];

  test.each<[string, string, TemplateValues, string]>([
    ['uri_template_expand_3_01', '{var}', { var: 'value' }, 'value'],
    ['uri_template_expand_3_02', '{hello}', { hello: 'Hello World!' }, 'Hello%20World%21'],
    ['uri_template_expand_3_03', '{+path}', { path: '/foo/bar' }, '/foo/bar'],
    ['uri_template_expand_3_04', '{#path,x}', { path: '/foo/bar', x: '1024' }, '#/foo/bar,1024'],
    ['uri_template_expand_3_05', 'X{.var}', { var: 'value' }, 'X.value'],
    ['uri_template_expand_3_06', '{/var,x}', { var: 'value', x: '1024' }, '/value/1024'],
    ['uri_template_expand_3_07', '{;x,y,empty}', { x: '1024', y: '768', empty: '' }, ';x=1024;y=768;empty'],
    ['uri_template_expand_3_08', '{?x,y,empty}', { x: '1024', y: '768', empty: '' }, '?x=1024&y=768&empty='],
    ['uri_template_expand_3_09', '?fixed=yes{&x}', { x: '1024' }, '?fixed=yes&x=1024'],
    ['uri_template_expand_3_10', '{var:3}', { var: 'value' }, 'val'],
    ['uri_template_expand_3_11', '{/list}', { list }, '/red,green,blue'],
    ['uri_template_expand_3_12', '{/list*}', { list }, '/red/green/blue'],
    ['uri_template_expand_3_13', '{?list*}', { list }, '?list=red&list=green&list=blue'],
    ['uri_template_expand_3_16', 'O{undef}X', { undef: undefined }, 'OX'],
    ['uri_template_expand_3_17', 'O{missing}X', {}, 'OX'],
    ['uri_template_expand_3_18', 'foo{#empty}', { empty: '' }, 'foo#'],
    ['uri_template_expand_3_19', '{value}', { value: 'é' }, '%C3%A9'],
    ['uri_template_expand_3_20', '{value}/{+value}', { value: '%2F' }, '%252F/%2F'],
    ['uri_template_expand_3_21', '{/values*}', { values: [] }, ''],
    ['uri_template_expand_3_26', 'a%20b', {}, 'a%20b'],
    ['uri_template_expand_3_27', '{?first%20name}', { 'first%20name': 'value' }, '?first%20name=value'],
    ['uri_template_expand_3_29', '{value:1}', { value: 'éclair' }, '%C3%A9'],
    ['uri_template_expand_4_04', '{x}', { x: 'ok' }, 'ok'],
  ])('%s: %s with %j is %s', (_name, template, values, expected) => {
    expect(expand(template, values)).toBe(expected);
  });

  test('tests_unicode, uri_template_expand_3_28: the first character of a text is not cut, be it percent-encoded', () => {
    expect(expand('{+value:1}', { value: '%C3%A9clair' })).toBe('%C3%A9');
    expect(expand('{+value:1}', { value: 'éclair' })).toBe('%C3%A9');
  });

  test('uri_template_expand_3_23: a prefix of a list is none', () => {
    expect(fault('{values:2}', { values: ['one'] }).reason).toContain('a list for "values"');
  });

  // The reference writes what it can and tells of the rest; here nothing is written where something is wrong.
  test.each([
    ['uri_template_expand_4_01', 'a{bad!}b{x}', 5, 'got "!" in an expression'],
    ['uri_template_expand_4_02', '{x}/{bad', 8, 'opened at position 4 is never closed'],
    ['uri_template_expand_4_03', 'a b{x}', 1, 'in literal text'],
  ])(
    '%s: %s has its fault at position %i, and the error says what it is (RP-05)',
    (_name, template, position, reason) => {
      const error = fault(template);
      expect(error.position).toBe(position);
      expect(error.reason).toContain(reason);
    },
  );
});

/** RFC 6570, section 3.2, of which the examples are these and no others. */
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
  undef: undefined,
};

describe.each<[string, readonly (readonly [template: string, expected: string])[]]>([
  [
    'tests_rfc6570: section 1.2',
    [
      ['X{#var}', 'X#value'],
      ['X{#hello}', 'X#Hello%20World!'],
      ['map?{x,y}', 'map?1024,768'],
      ['X{.x,y}', 'X.1024.768'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.1, expansion of variables',
    [
      ['{count}', 'one,two,three'],
      ['{count*}', 'one,two,three'],
      ['{/count}', '/one,two,three'],
      ['{/count*}', '/one/two/three'],
      ['{;count}', ';count=one,two,three'],
      ['{;count*}', ';count=one;count=two;count=three'],
      ['{?count}', '?count=one,two,three'],
      ['{?count*}', '?count=one&count=two&count=three'],
      ['{&count*}', '&count=one&count=two&count=three'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.2, simple strings',
    [
      ['{var}', 'value'],
      ['{hello}', 'Hello%20World%21'],
      ['{half}', '50%25'],
      ['O{empty}X', 'OX'],
      ['O{undef}X', 'OX'],
      ['{x,y}', '1024,768'],
      ['{x,hello,y}', '1024,Hello%20World%21,768'],
      ['?{x,empty}', '?1024,'],
      ['?{x,undef}', '?1024'],
      ['?{undef,y}', '?768'],
      ['{var:3}', 'val'],
      ['{var:30}', 'value'],
      ['{list}', 'red,green,blue'],
      ['{list*}', 'red,green,blue'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.3, reserved characters',
    [
      ['{+var}', 'value'],
      ['{+hello}', 'Hello%20World!'],
      ['{+half}', '50%25'],
      ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
      ['{+base}index', 'http://example.com/home/index'],
      ['O{+empty}X', 'OX'],
      ['O{+undef}X', 'OX'],
      ['{+path}/here', '/foo/bar/here'],
      ['here?ref={+path}', 'here?ref=/foo/bar'],
      ['{+x,hello,y}', '1024,Hello%20World!,768'],
      ['{+path,x}/here', '/foo/bar,1024/here'],
      ['{+path:6}/here', '/foo/b/here'],
      ['{+list}', 'red,green,blue'],
      ['{+list*}', 'red,green,blue'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.4, fragments',
    [
      ['{#var}', '#value'],
      ['{#hello}', '#Hello%20World!'],
      ['{#half}', '#50%25'],
      ['foo{#empty}', 'foo#'],
      ['foo{#undef}', 'foo'],
      ['{#x,hello,y}', '#1024,Hello%20World!,768'],
      ['{#path,x}/here', '#/foo/bar,1024/here'],
      ['{#path:6}/here', '#/foo/b/here'],
      ['{#list}', '#red,green,blue'],
      ['{#list*}', '#red,green,blue'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.5, labels',
    [
      ['{.who}', '.fred'],
      ['{.who,who}', '.fred.fred'],
      ['{.half,who}', '.50%25.fred'],
      ['www{.dom*}', 'www.example.com'],
      ['X{.var}', 'X.value'],
      ['X{.empty}', 'X.'],
      ['X{.undef}', 'X'],
      ['X{.var:3}', 'X.val'],
      ['X{.list}', 'X.red,green,blue'],
      ['X{.list*}', 'X.red.green.blue'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.6, path segments',
    [
      ['{/who}', '/fred'],
      ['{/who,who}', '/fred/fred'],
      ['{/half,who}', '/50%25/fred'],
      ['{/who,dub}', '/fred/me%2Ftoo'],
      ['{/var}', '/value'],
      ['{/var,empty}', '/value/'],
      ['{/var,undef}', '/value'],
      ['{/var,x}/here', '/value/1024/here'],
      ['{/var:1,var}', '/v/value'],
      ['{/list}', '/red,green,blue'],
      ['{/list*}', '/red/green/blue'],
      ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.7, path parameters',
    [
      ['{;who}', ';who=fred'],
      ['{;half}', ';half=50%25'],
      ['{;empty}', ';empty'],
      ['{;v,empty,who}', ';v=6;empty;who=fred'],
      ['{;v,bar,who}', ';v=6;who=fred'],
      ['{;x,y}', ';x=1024;y=768'],
      ['{;x,y,empty}', ';x=1024;y=768;empty'],
      ['{;x,y,undef}', ';x=1024;y=768'],
      ['{;hello:5}', ';hello=Hello'],
      ['{;list}', ';list=red,green,blue'],
      ['{;list*}', ';list=red;list=green;list=blue'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.8, queries',
    [
      ['{?who}', '?who=fred'],
      ['{?half}', '?half=50%25'],
      ['{?x,y}', '?x=1024&y=768'],
      ['{?x,y,empty}', '?x=1024&y=768&empty='],
      ['{?x,y,undef}', '?x=1024&y=768'],
      ['{?var:3}', '?var=val'],
      ['{?list}', '?list=red,green,blue'],
      ['{?list*}', '?list=red&list=green&list=blue'],
    ],
  ],
  [
    'tests_rfc6570: section 3.2.9, queries that go on',
    [
      ['{&who}', '&who=fred'],
      ['{&half}', '&half=50%25'],
      ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
      ['{&x,y,empty}', '&x=1024&y=768&empty='],
      ['{&x,y,undef}', '&x=1024&y=768'],
      ['{&var:3}', '&var=val'],
      ['{&list}', '&list=red,green,blue'],
      ['{&list*}', '&list=red&list=green&list=blue'],
    ],
  ],
])('%s', (_section, examples) => {
  test.each(examples)('%s is %s', (template, expected) => {
    expect(expand(template, values)).toBe(expected);
  });
});

test('tests_rfc6570: up{+path}{var}/here could not be read back, so it is refused (RP-19)', () => {
  expect(fault('up{+path}{var}/here').reason).toContain('nothing shows where');
});
