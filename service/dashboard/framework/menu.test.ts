import { describe, expect, it } from 'vitest';
import { ROLES } from '../../domain/people/roles.ts';
import { menuOf } from './parts/document.tsx';

describe('the menu', () => {
  it.each(ROLES)('has each page once, for somebody who is %s', (role) => {
    const paths = menuOf(role).map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
    expect(paths[0]).toBe('/');
  });
});
