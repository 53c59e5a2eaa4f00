import { describe, expect, it } from 'vitest';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { hashPassword, isPassword, PASSWORD_LENGTH } from './password.ts';

const randomBytes = createRandomBytes();
const PASSWORD = 'correct horse battery';

describe('a password', () => {
  it('is kept as Argon2id with the parameters of the cheat sheet', async () => {
    const kept = await hashPassword(PASSWORD, randomBytes);
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await isPassword(PASSWORD, kept)).toBe(true);
    expect(await isPassword(`${PASSWORD}!`, kept)).toBe(false);
    expect(await isPassword('', kept)).toBe(false);
  });

  it('has a salt of its own each time', async () => {
    expect(await hashPassword(PASSWORD, randomBytes)).not.toBe(
      await hashPassword(PASSWORD, randomBytes),
    );
  });

  it('is the same whichever way an accented letter was written', async () => {
    const kept = await hashPassword('pão de açúcar'.normalize('NFD'), randomBytes);
    expect(await isPassword('pão de açúcar'.normalize('NFC'), kept)).toBe(true);
  });

  it.each([
    ['too short', 'é'.repeat(PASSWORD_LENGTH.min - 1)],
    ['too long', 'a'.repeat(PASSWORD_LENGTH.max + 1)],
  ])('is refused where it is %s', async (_name, password) => {
    await expect(hashPassword(password, randomBytes)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      details: [{ path: 'password' }],
    });
  });

  it.each([PASSWORD_LENGTH.min, PASSWORD_LENGTH.max])('may have %i characters', async (length) => {
    const password = '🐎'.repeat(length);
    expect(await isPassword(password, await hashPassword(password, randomBytes))).toBe(true);
  });

  it.each(['', PASSWORD, 'a'.repeat(100_000)])('is never that of one who has none', async (one) => {
    expect(await isPassword(one, null)).toBe(false);
  });
});
