import { describe, expect, it } from 'vitest';
import { browserName } from './security-parts.tsx';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`;
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`;
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) ${APPLE}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

describe('the name of a browser', () => {
  it.each([
    ['Chrome no Windows', WINDOWS],
    ['Edge no Windows', `${WINDOWS} Edg/131.0.0.0`],
    ['Opera no Windows', `${WINDOWS} OPR/115.0.0.0`],
    [
      'Firefox no Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    ],
    ['Safari no Mac', `${MAC} ${APPLE} Version/18.1 Safari/605.1.15`],
    ['DuckDuckGo no Mac', `${MAC} ${APPLE} Version/18.1 Safari/605.1.15 Ddg/18.1`],
    ['Chrome no Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`],
    [
      'Chrome no ChromeOS',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    ],
    ['Chrome no Android', `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`],
    ['Edge no Android', `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`],
    [
      'Samsung Internet no Android',
      `${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    ],
    ['Safari no iPhone', `${IPHONE} Version/17.6 Mobile/15E148 Safari/604.1`],
    ['Chrome no iPhone', `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
    ['Firefox no iPhone', `${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
    ['Edge no iPhone', `${IPHONE} Version/17.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`],
    [
      'Safari no iPad',
      `Mozilla/5.0 (iPad; CPU OS 17_6_1 like Mac OS X) ${APPLE} Version/17.6 Mobile/15E148 Safari/604.1`,
    ],
  ])('is %s', (name, userAgent) => {
    expect(browserName(userAgent, 'pt-BR')).toBe(name);
    expect(browserName(userAgent, 'en')).toBe(name.replace(' no ', ' on '));
  });

  it.each([
    ['nothing', ''],
    ['no browser', 'curl/8.5.0'],
    ['a browser without a person', WINDOWS.replace('Chrome/', 'HeadlessChrome/')],
    ['the page inside an app', `${IPHONE} Mobile/15E148 Instagram 360.0.0.30.109`],
    [
      'a browser that Android once had',
      'Mozilla/5.0 (Linux; U; Android 4.0.3; pt-br) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    ],
    ['what somebody made up', '<script>alert(1)</script>'],
  ])('is unknown of %s', (_what, userAgent) => {
    expect(browserName(userAgent, 'pt-BR')).toBe('Navegador desconhecido');
    expect(browserName(userAgent, 'en')).toBe('Unknown browser');
  });

  it('is told without a system where that is unknown', () => {
    expect(browserName('Mozilla/5.0 (Haiku) Gecko/20100101 Firefox/133.0', 'en')).toBe('Firefox');
  });
});
