import DownloadIcon from '@mui/icons-material/Download';
import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { downloadFile } from '../../api/download';
import { EmptyState, ErrorState } from '../../core/ui/EmptyState';
import { PageHeader } from '../../core/ui/PageHeader';
import { Loading } from '../../core/ui/Skeletons';

const loaderFor = 2_000;

/** Page of download/attachment/:id. Starts the download on load; a button repeats it. */
export default function DownloadAttachment() {
  const { id = '' } = useParams();
  const translate = useTranslate();
  const {
    mutate,
    data: name,
    error,
  } = useMutation({
    mutationFn: async (file: string) => {
      const minimumDelay = new Promise((resolve) => setTimeout(resolve, loaderFor));
      const saved = await downloadFile(`/api/v1/files/download/${encodeURIComponent(file)}`);
      await minimumDelay;
      return saved;
    },
  });
  const download = () => mutate(id);

  useEffect(() => mutate(id), [id, mutate]);

  return (
    <>
      <PageHeader title={translate('pages.download.title')} />
      <Card>
        {!name && !error && (
          <Loading>
            <EmptyState
              icon={DownloadIcon}
              title={translate('pages.download.preparing')}
              action={<CircularProgress aria-hidden size={28} />}
            />
          </Loading>
        )}
        {name && (
          <EmptyState
            icon={InsertDriveFileIcon}
            title={name}
            action={
              <Button variant="contained" color="primary" startIcon={<DownloadIcon />} onClick={download}>
                {translate('pages.download.again')}
              </Button>
            }
          >
            {translate('pages.download.saved')}
          </EmptyState>
        )}
        {error && <ErrorState error={error} onRetry={download} />}
      </Card>
    </>
  );
}
