import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useNavigate, useParams } from 'react-router';
import { downloadTemplate } from '../../api/imports';
import { useMeta, useResourceMeta } from '../../api/meta';
import type { ResourceMeta } from '../../api/types';
import { EmbeddedList } from '../../core/lists/EmbeddedList';
import { BackToListButton } from '../../core/routing/BackToListButton';
import { useLocalizedPath } from '../../core/routing/links';
import { RedirectHome } from '../../core/routing/Redirect';
import { EmptyState } from '../../core/ui/EmptyState';
import { useNotifyError } from '../../core/ui/errorMessage';
import { PageHeader } from '../../core/ui/PageHeader';
import { ImportMessages } from './ImportMessages';
import { SourceForm } from './SourceForm';

/** Page to start an import into a list. */
export default function NewImportPage() {
  const { target = '' } = useParams();
  const list = useResourceMeta(target);
  if (!list?.import) return <RedirectHome />;
  return (
    <ImportMessages>
      <Start key={target} list={list} />
    </ImportMessages>
  );
}

function Start({ list }: { list: ResourceMeta }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = useLocalizedPath();
  const notifyError = useNotifyError();
  const { limits } = useMeta();
  return (
    <>
      <PageHeader
        title={translate('imports.title', { list: list.title })}
        subtitle={translate('imports.subtitle')}
        actions={
          <Button startIcon={<DownloadIcon />} onClick={() => downloadTemplate(list.name).catch(notifyError)}>
            {translate('imports.template')}
          </Button>
        }
        back={<BackToListButton list={list.path} />}
      />
      <Card sx={{ padding: 2, marginBottom: 3 }}>
        <SourceForm
          target={list.name}
          acceptsPictures={list.form?.fields.some(({ type }) => type === 'image') ?? false}
          maxBytes={limits.attachmentBytes}
          onStarted={({ id }) => navigate(path(`imports/${id}`))}
        />
      </Card>
      <EarlierImports target={list.name} />
    </>
  );
}

/** List of earlier imports into the same list. */
function EarlierImports({ target }: { target: string }) {
  const translate = useTranslate();
  const history = useResourceMeta('imports');
  if (!history) return null;
  return (
    <Box component="section" aria-labelledby="earlier-imports">
      <Typography variant="h2" id="earlier-imports" sx={{ marginBottom: 1 }}>
        {translate('imports.earlier')}
      </Typography>
      <Card>
        <EmbeddedList
          resource={history}
          filter={{ target: [target] }}
          empty={
            <EmptyState role="status" icon={InboxIcon} title={translate('imports.noEarlier')}>
              {translate('imports.noEarlierText')}
            </EmptyState>
          }
        />
      </Card>
    </Box>
  );
}
