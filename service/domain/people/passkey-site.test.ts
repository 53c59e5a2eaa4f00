import { describe, expect, it } from 'vitest';
import { passkeySiteOf } from './passkey-site.ts';

describe('where passkeys are valid', () => {
  it.each([
    ['http://localhost:4030', 'localhost', 'http://localhost:4030'],
    ['http://painel.localhost:4030/', 'painel.localhost', 'http://painel.localhost:4030'],
    ['https://painel.example.com', 'painel.example.com', 'https://painel.example.com'],
    ['https://painel.example.com:8443', 'painel.example.com', 'https://painel.example.com:8443'],
  ])('%s', (url, rpId, origin) => {
    expect(passkeySiteOf(url)).toEqual({ rpId, origin });
  });

  it.each([
    ['http://127.0.0.1:4030', 'ip-address'],
    ['https://203.0.113.7', 'ip-address'],
    ['https://[2001:db8::1]:4030', 'ip-address'],
    ['http://painel.example.com', 'not-secure'],
  ])('%s has none: %s', (url, why) => {
    expect(passkeySiteOf(url)).toBe(why);
  });
});
