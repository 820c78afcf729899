import { useKeptWorkspace } from './kept-workspace.ts';
import { Workbench } from './workbench.tsx';

/** The lab over what this browser keeps. */
export default function VisitorLab() {
  return <Workbench hand={useKeptWorkspace()} />;
}
