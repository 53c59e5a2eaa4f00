import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readNoticeAuthorities } from './notice-authorities.ts';

const { authority } = createTestHarness();
const PEM = authority.certificatePem;

function readFolder(files: Record<string, string>) {
  const authoritiesDir = temporaryFolder('notice-authorities');
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(authoritiesDir, name), content);
  }
  const url = 'https://notices.example.com';
  return readNoticeAuthorities({ url, authoritiesDir, listener: null, certificateHeader: 'x' });
}

describe('the folder of authorities', () => {
  it('has every certificate of a file for its provider', () => {
    const read = readFolder({ 'efi.pem': `first\n${PEM}${PEM}`, 'inter.pem': PEM });
    expect([...read].map(([name, { length }]) => [name, length])).toEqual([
      ['efi', 2],
      ['inter', 1],
    ]);
  });

  it.each([
    ['a provider that shows no certificate', { 'cielo.pem': PEM }],
    ['nobody', { 'efii.pem': PEM }],
    ['another kind of file', { 'efi.crt': PEM }],
    ['a file without a certificate', { 'efi.pem': 'nothing' }],
    [
      'a certificate that is broken',
      { 'efi.pem': PEM.replace(/[A-Za-z]{8}/, 'AAAAAAAA').slice(40) },
    ],
    ['nothing', {}],
  ])('stops the start where it holds %s', (_what, files) => {
    expect(() => readFolder(files)).toThrow(SettingsError);
  });
});
