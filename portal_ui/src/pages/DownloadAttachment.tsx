import DownloadIcon from '@mui/icons-material/Download';
import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { saveFile } from '../server/download';
import { useErrorMessage } from '../server/errorMessage';
import { Empty, ErrorState } from '../shared/Empty';
import { PageHeader } from '../shared/PageHeader';
import { Loading } from '../shared/Skeletons';

const loaderFor = 2_000;

type State = { phase: 'loading' } | { phase: 'saved'; name: string } | { phase: 'failed'; error: unknown };

/** download/attachment/{id}: saves the file as soon as it is opened, and again on the button. */
export default function DownloadAttachment() {
  const { id = '' } = useParams();
  const translate = useTranslate();
  const message = useErrorMessage();
  const [state, setState] = useState<State>({ phase: 'loading' });
  const started = useRef('');

  const download = useCallback(async () => {
    setState({ phase: 'loading' });
    const shown = new Promise((resolve) => setTimeout(resolve, loaderFor));
    try {
      const name = await saveFile(`/api/v1/files/download/${encodeURIComponent(id)}`);
      await shown;
      setState({ phase: 'saved', name });
    } catch (error) {
      setState({ phase: 'failed', error });
    }
  }, [id]);

  useEffect(() => {
    if (started.current === id) return;
    started.current = id;
    download();
  }, [id, download]);

  return (
    <>
      <PageHeader title={translate('pages.download.title')} />
      <Card>
        {state.phase === 'loading' && (
          <Loading>
            <Empty
              icon={DownloadIcon}
              title={translate('pages.download.preparing')}
              action={<CircularProgress aria-hidden size={28} />}
            />
          </Loading>
        )}
        {state.phase === 'saved' && (
          <Empty
            icon={InsertDriveFileIcon}
            title={state.name}
            action={
              <Button variant="contained" color="primary" startIcon={<DownloadIcon />} onClick={download}>
                {translate('pages.download.again')}
              </Button>
            }
          >
            {translate('pages.download.saved')}
          </Empty>
        )}
        {state.phase === 'failed' && <ErrorState message={message(state.error)} onRetry={download} />}
      </Card>
    </>
  );
}
