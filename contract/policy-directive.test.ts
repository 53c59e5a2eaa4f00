import { expect, it } from 'vitest';
import { directiveToExtend } from './policy-directive.ts';

it.each([
  ['script-src-elem', "script-src 'self'", 'script-src'],
  ['script-src-elem', "default-src 'none'; script-src 'self'; frame-src 'none'", 'script-src'],
  ['script-src-elem', "script-src 'self'; script-src-elem 'self'", 'script-src-elem'],
  ['script-src-elem', "default-src 'self'", 'script-src'],
  ['script-src-elem', "DEFAULT-SRC 'none';SCRIPT-SRC-ELEM 'none'", 'script-src-elem'],
  ['script-src-elem', "report-uri /script-src-elem; script-src 'self'", 'script-src'],
  ['script-src-elem', '', 'script-src'],
  ['script-src-elem', undefined, 'script-src'],
  ['script-src', "default-src 'self'", 'script-src'],
  ['frame-src', "frame-src 'self'", 'frame-src'],
  ['frame-src', "child-src 'self'", 'child-src'],
  ['frame-src', "child-src 'self'; frame-src", 'frame-src'],
  ['frame-src', "default-src 'self'", 'frame-src'],
  ['child-src', "child-src 'self'", 'child-src'],
  ['connect-src', "default-src 'self'", 'connect-src'],
  ['connect-src', "connect-src 'none'", 'connect-src'],
  ['default-src', "default-src 'self'", 'default-src'],
])(
  'the directive that a page is told to extend where %s is asked under "%s" is %s',
  (effectiveDirective, originalPolicy, directive) => {
    const violation = originalPolicy === undefined ? {} : { originalPolicy };
    expect(directiveToExtend({ effectiveDirective, ...violation })).toBe(directive);
  },
);
