import { expect, test } from 'vitest';
import { chooseTests, testsOfTool } from './chosen-tests.ts';
import type { ProjectGraph, TestFile } from './selection/select-tests.ts';

const unit: TestFile = { file: 'tools/moon/knowledge/phase.test.ts', project: 'unit', visits: new Set(['/moon']) };
const other: TestFile = { file: 'tools/moonlight/page/light.test.ts', project: 'unit', visits: new Set(['/moon']) };
const vault: TestFile = { file: 'packages/vault-core/src/a.test.ts', project: 'vault', visits: new Set() };
const journey: TestFile = { file: 'tests/e2e/moon.spec.ts', project: 'journeys', visits: new Set(['/moon']) };
const everyPage: TestFile = { file: 'tests/e2e/all.spec.ts', project: 'journeys', visits: 'every address' };
const graph: ProjectGraph = {
  links: new Map([[journey.file, [{ to: 'web/build' }]]]),
  tests: [unit, other, vault, journey, everyPage],
  global: new Set(),
};

test("a tool's tests are those of its folder, and every journey to its address", () => {
  expect(testsOfTool(graph, 'moon')).toEqual([unit, journey]);
});

test('tests are sorted by how they are run, and the web app is built where one reads it', () => {
  expect(chooseTests(graph, [unit, journey])).toEqual({
    vault: false,
    vitest: [unit],
    journeys: ['/tests/e2e/moon\\.spec\\.ts$'],
    needsBuild: true,
  });
  expect(chooseTests(graph, [vault])).toEqual({ vault: true, vitest: [], journeys: [], needsBuild: false });
});
