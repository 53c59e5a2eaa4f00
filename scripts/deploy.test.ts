import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../service/settings.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');

function read(file: string): string {
  return readFileSync(join(DEPLOY, file), 'utf8');
}

/** The variables of a file as systemd and Docker read it; those that are commented out as well. */
function variablesOf(file: string): { [name: string]: string } {
  const lines = read(file).matchAll(/^#?([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

const settings = variablesOf('systemd/settings.env');
const secrets = variablesOf('systemd/secrets.env');
const KEY_ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

describe('the examples of settings', () => {
  it('start in production once the key is filled in, and not before', () => {
    expect(() => readSettings({ ...settings, ...secrets })).toThrow(
      'KEY_ENCRYPTION_KEY must be set in production mode.',
    );
    expect(readSettings({ ...settings, ...secrets, KEY_ENCRYPTION_KEY })).toMatchObject({
      mode: 'production',
      trustedProxyHops: 1,
      dashboardUrl: 'https://dashboard.example.com',
      sdkReleasesDir: '/srv/sdk-releases',
    });
  });

  it('name variables that are documented, and no secret among the settings', () => {
    const documented = readFileSync(join(DEPLOY, '../docs/settings.md'), 'utf8');
    const names = Object.keys({ ...settings, ...secrets });
    expect(names.length).toBeGreaterThan(7);
    expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
    expect(Object.keys(secrets)).toEqual(['KEY_ENCRYPTION_KEY', 'DATABASE_URL']);
    expect(Object.keys(settings).filter((name) => name in secrets)).toEqual([]);
  });
});

describe('the unit of systemd', () => {
  const unit = read('systemd/checkout.service');

  it('reads the settings before it takes the files from the service', () => {
    for (const name of ['settings', 'secrets']) {
      expect(unit).toContain(`\nEnvironmentFile=/etc/checkout/${name}.env\n`);
    }
    expect(unit).toContain('\nInaccessiblePaths=-/etc/checkout\n');
  });

  it('lets as many files be open as the connections that are allowed in production need', () => {
    const { incomingConnections, webhookConnections } = readSettings({
      ...settings,
      KEY_ENCRYPTION_KEY,
    });
    const [, limit] = /^LimitNOFILE=(\d+)$/m.exec(unit) ?? [];
    const needed = incomingConnections.inAll + webhookConnections.inAll + 256;
    expect(Number(limit)).toBeGreaterThanOrEqual(needed);
  });

  it('lets the service see by which boot of the machine its data is held', () => {
    expect(unit).not.toMatch(/^ProcSubset=/m);
  });

  it('runs as the user that is made for it', () => {
    expect(unit).toContain('\nUser=checkout\n');
    expect(read('systemd/checkout.sysusers')).toMatch(/^u checkout - /m);
  });
});
