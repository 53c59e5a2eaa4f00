import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,service,demo-page,scripts}/**/*.test.ts', '*.test.ts'],
        },
      },
      {
        test: {
          name: 'browser-like',
          environment: 'happy-dom',
          include: ['{sdk,hosted-frame}/**/*.test.ts'],
        },
      },
    ],
  },
});
