import ListIcon from '@mui/icons-material/FormatListBulleted';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useParams } from 'react-router';
import { useMeta } from '../../api/meta';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { Redirect } from '../../core/routing/Redirect';
import { PageHeader } from '../../core/ui/PageHeader';
import { filterGuides } from './guides';
import { HelpArticle } from './HelpArticle';
import { HelpContents } from './HelpContents';
import { HelpMessages } from './HelpMessages';
import { useHelp } from './texts';

/** The help at an address of its own: to be sent, kept, printed. Without the name of a page, all that there are. */
export default function HelpPage() {
  const { page } = useParams();
  return <HelpMessages>{page === undefined ? <Contents /> : <Article name={page} />}</HelpMessages>;
}

function Contents() {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('help.title')} />
      <Card sx={{ padding: { xs: 2, md: 3 } }}>
        <HelpContents heading="h2" />
      </Card>
    </>
  );
}

function Article({ name }: { name: string }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { texts } = useHelp();
  const isMine = filterGuides(useMeta().role).some((guide) => guide.name === name);
  if (!isMine) return <Redirect to={path('help')} />;
  return (
    <>
      <PageHeader
        title={texts.get(name)?.title ?? ''}
        actions={
          <>
            <Button component={RouterLink} to={path('help')} startIcon={<ListIcon />}>
              {translate('help.all')}
            </Button>
            <Button startIcon={<PrintIcon />} onClick={() => window.print()}>
              {translate('report.print')}
            </Button>
          </>
        }
      />
      <Card sx={{ padding: { xs: 2, md: 3 }, '@media print': { border: 0, boxShadow: 'none' } }}>
        <HelpArticle name={name} heading="h2" />
      </Card>
    </>
  );
}
