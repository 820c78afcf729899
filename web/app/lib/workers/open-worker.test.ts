import { expect, test } from 'vitest';
import { workerAddress } from './open-worker.ts';

const origin = 'https://castellan.example';

test('a worker script of the build may start', () => {
  for (const path of ['/assets/worker-scene-B3_x-9aZ.js', '/assets/worker-vault.wasm-B3_x-9aZ.js'])
    expect(workerAddress(path, origin, false)).toBe(`${origin}${path}`);
});

test.each([
  'https://evil.example/assets/worker-scene-B3.js',
  '//evil.example/assets/worker-scene-B3.js',
  'https://castellan.example@evil.example/assets/worker-scene-B3.js',
  'https://user@castellan.example/assets/worker-scene-B3.js',
  'http://castellan.example/assets/worker-scene-B3.js',
  'https://castellan.example:444/assets/worker-scene-B3.js',
  'blob:https://castellan.example/4a0c',
  'data:text/javascript,close()',
  'javascript:close()',
  '/assets/entry-B3.js',
  '/assets/worker-scene.wasm.js',
  '/assets/worker-.wasm-B3_x-9aZ.js',
  '/assets/worker-scene-B3.js?next=1',
  '/assets/worker-scene-B3.js#part',
  '/assets/../storage/v1/worker-scene-B3.js',
  '/assets/worker-scene/%2e%2e/B3.js',
  '/assets/worker-scene%2FB3.js',
  '/storage/v1/object/public/assets/worker-scene-B3.js',
  '/x/assets/worker-scene-B3.js',
  '/app/scene.worker.ts?worker_file&type=module',
  '',
])('%j may not', (address) => {
  expect(() => workerAddress(address, origin, false)).toThrow(TypeError);
});

test('only while developing may an unbuilt worker script start, and never a foreign one', () => {
  expect(workerAddress('/app/scene.worker.ts?worker_file&type=module', origin, true)).toBe(
    `${origin}/app/scene.worker.ts?worker_file&type=module`,
  );
  expect(() => workerAddress('https://evil.example/a.ts?worker_file', origin, true)).toThrow(TypeError);
  expect(() => workerAddress('/app/scene.worker.ts', origin, true)).toThrow(TypeError);
});
