import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    // The state and configuration of whoever runs the tests must not reach them.
    setupFiles: ['test/setup.ts'],
  },
});
