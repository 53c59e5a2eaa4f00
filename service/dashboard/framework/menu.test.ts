import { expect, it } from 'vitest';
import { ROLES } from '../../domain/people/roles.ts';
import { menuOf } from './parts/document.tsx';

it.each(ROLES)('the menu has each page once, for somebody who is %s', (role) => {
  const paths = menuOf(role).map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
  expect(paths[0]).toBe('/');
});
