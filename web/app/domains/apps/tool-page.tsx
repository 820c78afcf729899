import type { CollectionState } from '../records/collection-state.ts';
import { SyncStatus } from '../records/sync-status.tsx';
import { ToolFrame, type ToolFrameProps } from './tool-frame.tsx';

type ToolPageProps = ToolFrameProps & {
  /** Of a tool with records: what the server knows of them is said under the header. */
  readonly records?: CollectionState<unknown>;
};

/** The frame of a tool's page (`ToolFrame`), with what the server knows of its records. */
export function ToolPage({ records, children, ...frame }: ToolPageProps) {
  return (
    <ToolFrame {...frame}>
      {records === undefined ? null : (
        <div className="mt-3">
          <SyncStatus state={records} />
        </div>
      )}
      {children}
    </ToolFrame>
  );
}
