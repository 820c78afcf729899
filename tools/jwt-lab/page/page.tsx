import { TrashIcon } from '@castellan/icons/signs/trash';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { useView, ViewLinks } from '../../../web/app/domains/instruments/view-links.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { WithoutScript } from '../../../web/app/ui/without-script.tsx';
import { jwtLab } from '../manifest.ts';
import { VerifyView } from './verify-view.tsx';

// Most visitors read a token: what does more is fetched with its part.
const ForgeView = lazy(() => import('./forge-view.tsx'));
const GuessView = lazy(() => import('./guess-view.tsx'));
const KeysView = lazy(() => import('./keys-view.tsx'));
const SignView = lazy(() => import('./sign-view.tsx'));

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
  const navigate = useNavigate();
  const take = (example: { readonly token: string; readonly key: string }) => {
    setToken(example.token);
    setKey(example.key);
  };
  const showExample = () =>
    void import('./make-example.ts').then(async ({ makeExample }) => {
      take(await makeExample(window.crypto));
      await navigate('#verify', { preventScrollReset: true });
    });
  const clear = { label: 'Clear token and key', drawing: TrashIcon, onChoose: () => take({ token: '', key: '' }) };
  const menu = token === '' && key === '' ? { sample: { onShow: showExample } } : { own: [clear] };
  return (
    <ToolFrame tool={jwtLab} summary={jwtLab.summary} owner={{ menu }}>
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script">
        <ViewLinks label="Parts of the lab" views={views} current={view} />
        <div className="mt-6">
          {view.id === 'verify' ? (
            <VerifyView token={token} onToken={setToken} keyText={key} onKey={setKey} onExample={showExample} />
          ) : null}
          <Suspense fallback={<Waiting label="Fetching this part" />}>
            {view.id === 'sign' ? <SignView keyText={key} onKey={setKey} onSigned={setToken} /> : null}
            {view.id === 'keys' ? <KeysView keyText={key} onKey={setKey} /> : null}
            {view.id === 'forge' ? <ForgeView token={token} onToken={setToken} keyText={key} onKey={setKey} /> : null}
            {view.id === 'guess' ? <GuessView token={token} onToken={setToken} onFound={setKey} /> : null}
          </Suspense>
        </div>
      </div>
    </ToolFrame>
  );
}
