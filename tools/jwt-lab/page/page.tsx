import { lazy, Suspense, useState } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { useView, ViewLinks } from '../../../web/app/domains/instruments/view-links.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { WithoutScript } from '../../../web/app/ui/without-script.tsx';
import { jwtLab } from '../manifest.ts';
import { KeysView } from './keys-view.tsx';
import { SignView } from './sign-view.tsx';
import { VerifyView } from './verify-view.tsx';

// Few visitors attack a token: what does is fetched with its part.
const ForgeView = lazy(() => import('./forge-view.tsx'));
const GuessView = lazy(() => import('./guess-view.tsx'));

export const meta = toolHead(jwtLab);

const views = [
  { id: 'verify', title: 'Read and verify' },
  { id: 'sign', title: 'Sign' },
  { id: 'keys', title: 'Keys' },
  { id: 'forge', title: 'Forge' },
  { id: 'guess', title: 'Crack' },
] as const;

/** What is typed is kept while the page is open, in memory alone: tokens and keys are nothing to store. */
export default function JwtLabPage() {
  const view = useView(views);
  const [token, setToken] = useState('');
  const [key, setKey] = useState('');
  return (
    <ToolFrame tool={jwtLab} summary={jwtLab.summary}>
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script">
        <ViewLinks label="Parts of the lab" views={views} current={view} />
        <div className="mt-6">
          {view.id === 'verify' ? <VerifyView token={token} onToken={setToken} keyText={key} onKey={setKey} /> : null}
          {view.id === 'sign' ? <SignView keyText={key} onKey={setKey} onSigned={setToken} /> : null}
          {view.id === 'keys' ? <KeysView keyText={key} onKey={setKey} /> : null}
          <Suspense fallback={<Waiting label="Fetching this part" />}>
            {view.id === 'forge' ? <ForgeView token={token} onToken={setToken} keyText={key} onKey={setKey} /> : null}
            {view.id === 'guess' ? <GuessView token={token} onToken={setToken} onFound={setKey} /> : null}
          </Suspense>
        </div>
      </div>
    </ToolFrame>
  );
}
