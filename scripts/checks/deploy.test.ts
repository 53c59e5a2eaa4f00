import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../service/settings.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

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
    expect(
      names.filter((name) => !documented.includes(`\`${name.replace('CHECKOUT_', '')}\``)),
    ).toEqual([]);
    expect(names.filter((name) => !name.startsWith('CHECKOUT_'))).toEqual([]);
    const ofSecrets = ['CHECKOUT_KEY_ENCRYPTION_KEY', 'CHECKOUT_DATABASE_URL'];
    expect(Object.keys(secrets)).toEqual(ofSecrets);
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

  it('listens to the process that tells it of the service, and waits for its signs of life', () => {
    expect(unit).toContain('\nType=notify\nNotifyAccess=all\nWatchdogSec=60\n');
  });

  it('lets the service see by which boot of the machine its data is held', () => {
    expect(unit).not.toMatch(/^ProcSubset=/m);
  });

  it('ends by itself before it takes the memory of what runs beside it', () => {
    expect(unit).toMatch(/^MemoryMax=2G$/m);
    expect(read('docker/compose.yaml')).toContain('    mem_limit: 2g\n');
  });

  it('is given longer to stop than the service takes for it', () => {
    const { drainMs } = readSettings({ ...settings, KEY_ENCRYPTION_KEY });
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    const [, ofContainer] =
      /^ +stop_grace_period: (\d+)s$/m.exec(read('docker/compose.yaml')) ?? [];
    // Then answers that have begun end, a round in the background, and events on their way.
    const needed = drainMs / 1_000 + 10 + 20 + 5;
    expect(Number(seconds)).toBeGreaterThan(needed);
    expect(Number(ofContainer)).toBeGreaterThan(needed);
  });

  it('runs as the user that is made for it', () => {
    expect(unit).toContain('\nUser=checkout\n');
    expect(read('systemd/checkout.sysusers')).toMatch(/^u checkout - /m);
  });
});

describe('the examples of proxies', () => {
  const { baseUrl, checkoutUrl, threeDSUrl, paymentPageUrl, dashboardUrl, ...ports } = readSettings(
    { ...settings, KEY_ENCRYPTION_KEY },
  );
  const wanted = new Map([
    [baseUrl, ports.apiPort],
    [checkoutUrl, ports.checkoutPort],
    [threeDSUrl, ports.threeDSPort],
    [paymentPageUrl, ports.paymentPagePort],
    [dashboardUrl, ports.dashboardPort],
  ]);
  const caddy = read('caddy/Caddyfile');
  const nginx = read('nginx/checkout.conf');
  const common = read('nginx/checkout-proxy.inc');

  it('lead each origin of the settings to its own port, by Caddy', () => {
    const sites = caddy.matchAll(
      /^(\S+) \{\n\timport hardened\n\treverse_proxy 127\.0\.0\.1:(\d+) \{\n\t\timport to_the_service\n/gm,
    );
    expect(new Map([...sites].map(([, host, port]) => [`https://${host}`, Number(port)]))).toEqual(
      wanted,
    );
  });

  it('lead each origin of the settings to its own port, by nginx', () => {
    const upstreams = new Map(
      [...nginx.matchAll(/^upstream (\w+) \{\n\s+server 127\.0\.0\.1:(\d+);/gm)].map(
        ([, name, port]) => [name, Number(port)],
      ),
    );
    const servers = nginx.matchAll(
      /server_name (\S+);\n\s+ssl_certificate .*\n\s+ssl_certificate_key .*\n\s+include checkout-proxy\.inc;\n\s+location \/ \{\n\s+proxy_pass http:\/\/(\w+);/g,
    );
    const led = [...servers].map(
      ([, host, name]) => [`https://${host}`, upstreams.get(name)] as const,
    );
    expect(new Map(led)).toEqual(wanted);
  });

  it('believe no address that a client says it has', () => {
    expect(common).toContain('\nproxy_set_header X-Forwarded-For $remote_addr;\n');
    expect(nginx + common).not.toMatch(/proxy_add_x_forwarded_for|set_real_ip_from/);
    expect(caddy).not.toMatch(/trusted_proxies|header_up (?!-?Client-Cert)/);
    expect(ports.trustedProxyHops).toBe(1);
  });

  it('write no address of a request into a log', () => {
    expect(common).toContain(' checkout if=$checkout_failed;\nerror_log /dev/null crit;\n');
    const [, format = ''] = /\nlog_format checkout ([^;]+);/.exec(nginx) ?? [];
    expect(format).not.toMatch(/\$(request(?!_id|_time)|uri|arg|query|http_|remote_|cookie)/);
    expect(caddy).toContain('request>uri regexp ^.*$ -\n');
    expect(caddy).toContain('request>headers delete\n');
  });
});

describe('the containers', () => {
  const dockerfile = read('docker/Dockerfile');
  const compose = read('docker/compose.yaml');

  it('are made of the archive alone, once its checksum is right', () => {
    expect([...dockerfile.matchAll(/^(?:RUN|ADD|COPY) (.*)$/gm)].map(([, one]) => one)).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as Docker has it
      'checkout-${VERSION}-${PLATFORM}.tar.gz checkout-${VERSION}-${PLATFORM}.tar.gz.sha256 ./',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as Docker has it
      'sha256sum --check *.sha256 && tar -xzf *.tar.gz && mv "checkout-${VERSION}" /checkout',
      '--from=unpacked /checkout /opt/checkout',
      'install --directory --owner=node --group=node --mode=700 /var/lib/checkout',
    ]);
    expect(dockerfile).toContain('\nUSER node\n');
  });

  it('use a database that production takes, since it is reached by no network', () => {
    const [, databaseUrl = ''] = /^ +CHECKOUT_DATABASE_URL: (.*)$/m.exec(compose) ?? [];
    const read = readSettings({ ...settings, KEY_ENCRYPTION_KEY, DATABASE_URL: databaseUrl });
    expect(read.databaseUrl).toBe(databaseUrl);
    expect(compose).toContain('command: [postgres, -c, listen_addresses=]\n');
    expect(compose).toContain('network_mode: none\n');
  });

  it('are given the key as a file, and in no environment', () => {
    expect(compose).toContain('    env_file: [settings.env]\n');
    expect(compose).toContain('    secrets: [key-encryption-key]\n');
    expect(compose).toContain(
      '      CHECKOUT_KEY_ENCRYPTION_KEY_FILE: /run/secrets/key-encryption-key\n',
    );
    expect(compose).toContain(
      '\nsecrets:\n  key-encryption-key:\n    file: ./key-encryption-key\n',
    );
    expect(compose).not.toMatch(/KEY_ENCRYPTION_KEY:|secrets\.env/);
  });

  it('keep a log that has an end, each of them', () => {
    const services = compose.match(/^ {4}image: /gm) ?? [];
    expect(services.length).toBe(2);
    expect(compose.match(/^ {4}logging: \*kept-log$/gm)?.length).toBe(services.length);
    expect(compose).toMatch(/^ {4}max-size: \d+m\n {4}max-file: "\d+"$/m);
  });

  it('are a Deployment that is told of no Service, and ended only where its process is dead', () => {
    const deployment = read('kubernetes/checkout.yaml');
    expect(deployment).toContain('\n      enableServiceLinks: false\n');
    const probes = [
      ...deployment.matchAll(/(\w+)Probe:\n +httpGet: \{ path: (\S+), port: api \}/g),
    ];
    expect(probes.map(([, when, path]) => [when, path])).toEqual([
      ...[
        ['startup', '/live'],
        ['readiness', '/health'],
        ['liveness', '/live'],
      ],
    ]);
    const ports = [...deployment.matchAll(/containerPort: (\d+)/g)].map(([, port]) => port);
    expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]).toBe(ports.join(' '));
  });

  it('have an image for each version', () => {
    expect(compose).toMatch(/^ {4}image: checkout:\$\{CHECKOUT_VERSION:\?/m);
  });

  it('open their ports to this machine alone', () => {
    const ports = [...compose.matchAll(/^ +- ([\d.:]*\d+:\d+)$/gm)].map(([, port]) => port);
    expect(ports).toEqual([
      '127.0.0.1:4010:4010',
      '127.0.0.1:4011:4011',
      '127.0.0.1:4012:4012',
      '127.0.0.1:4015:4015',
      '127.0.0.1:4030:4030',
      '127.0.0.1:4014:4014',
    ]);
    const [, exposed = ''] = /^EXPOSE (.*)$/m.exec(dockerfile) ?? [];
    expect(exposed.split(' ').sort()).toEqual(ports.map((port) => port?.split(':')[1]).sort());
  });
});
