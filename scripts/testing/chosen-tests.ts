import { createToolOf } from './selection/pages.ts';
import { builtSite } from './selection/project-graph.ts';
import { journeysProject } from './selection/read-project.ts';
import { filesOfTest, type ProjectGraph, type TestFile } from './selection/select-tests.ts';

/** What of the tests is to run. `needsBuild`: whether one of them reads the built web app. */
export type ChosenTests = {
  readonly vault: boolean;
  readonly vitest: readonly TestFile[];
  /** Patterns of the files with journeys. */
  readonly journeys: readonly string[];
  readonly needsBuild: boolean;
};

/** Sorts tests by how they are run. The vault's all run where one does: what they leave out is counted over all of them. */
export function chooseTests(graph: ProjectGraph, tests: readonly TestFile[]): ChosenTests {
  const journeys = tests.filter(({ project }) => project === journeysProject);
  return {
    vault: tests.some(({ project }) => project === 'vault'),
    vitest: tests.filter(({ project }) => project !== 'vault' && project !== journeysProject),
    journeys: journeys.map(({ file }) => `/${file.replaceAll('.', '\\.')}$`),
    needsBuild: tests.some((test) => filesOfTest(graph, test).has(builtSite)),
  };
}

/** The tests that are about a tool: those of its folder, and the journeys that visit its address. */
export function testsOfTool({ tests }: ProjectGraph, id: string): readonly TestFile[] {
  const toolOf = createToolOf([id]);
  const goesThere = ({ project, visits }: TestFile) => project === journeysProject && visits !== 'every address' && visits.has(`/${id}`);
  return tests.filter((test) => toolOf(test.file) === id || goesThere(test));
}
