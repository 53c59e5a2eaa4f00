import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../../simulators/certificates/authority.ts';
import { readCaddyfile } from './caddyfile.mjs';
import { isInstalled, runServer } from './run-server.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

export type ServicePorts = { 4010: number; 4011: number; 4012: number; 4030: number };

/** Where the public side of a proxy is, in place of the ports that only root may take. */
export type PublicPorts = { http: number; https: number };

type Running = { authorityPem: string; stop(): Promise<void> };

/** A proxy that runs our example, changed in nothing but ports, certificates and places. */
export type Proxy = {
  name: string;
  isInstalled: boolean;
  start(home: string, ports: PublicPorts, service: ServicePorts): Promise<Running>;
};

export const nginx: Proxy = {
  name: 'nginx',
  isInstalled: isInstalled('nginx', '-v'),
  async start(home, ports, service) {
    const authority = createAuthority('Proxies', () => Date.now(), randomBytes);
    const example = readFileSync(join(DEPLOY, 'nginx/checkout.conf'), 'utf8');
    for (const [, name = ''] of example.matchAll(/ssl_certificate \S+\/(\S+)\.crt;/g)) {
      const { certificatePem, keyPem } = authority.issueServer([name]);
      writeFileSync(join(home, `${name}.crt`), certificatePem);
      writeFileSync(join(home, `${name}.key`), keyPem);
    }
    const common = readFileSync(join(DEPLOY, 'nginx/checkout-proxy.inc'), 'utf8');
    writeFileSync(join(home, 'checkout-proxy.inc'), common.replace('/var/log/nginx/', `${home}/`));
    const changed = ledTo(example, service)
      .replaceAll('/etc/checkout/tls/', `${home}/`)
      .replace(/^ +listen \[::\].*\n/gm, '')
      .replace(/listen 80;/g, `listen 127.0.0.1:${ports.http};`)
      .replace(/listen 443 /g, `listen 127.0.0.1:${ports.https} `);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((one) => `${one}_temp_path ${home}/${one};`)
      .join(' ');
    const file = join(home, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; pid ${home}/nginx.pid; error_log ${home}/error.log; worker_processes 1;
       events { worker_connections 1024; }\nhttp {\n${folders}\n${changed}\n}\n`,
    );
    const stop = await runServer('nginx', ['-c', file], home, ports.https);
    return { authorityPem: authority.certificatePem, stop };
  },
};

export const caddy: Proxy = {
  name: 'Caddy',
  isInstalled: isInstalled('caddy', 'version'),
  async start(home, ports, service) {
    const own = [
      'admin off',
      // Certificates of its own authority, since none outside knows these names.
      'local_certs',
      'skip_install_trust',
      'default_bind 127.0.0.1',
      `http_port ${ports.http}`,
      `https_port ${ports.https}`,
    ];
    const example = readCaddyfile();
    const file = join(home, 'Caddyfile');
    writeFileSync(file, ledTo(example, service).replace(/^\{\n/m, `{\n${own.join('\n')}\n`));
    const stop = await runServer('caddy', ['run', '--config', file], home, ports.https);
    const root = join(home, '.local/share/caddy/pki/authorities/local/root.crt');
    return { authorityPem: readFileSync(root, 'utf8'), stop };
  },
};

function ledTo(example: string, service: ServicePorts): string {
  return Object.entries(service).reduce(
    (text, [named, port]) => text.replaceAll(`127.0.0.1:${named}`, `127.0.0.1:${port}`),
    example,
  );
}
