import ListIcon from '@mui/icons-material/FormatListBulleted';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useParams } from 'react-router';
import { guidesOf } from '../../kernel/help/guides';
import { HelpArticle } from '../../kernel/help/HelpArticle';
import { HelpContents } from '../../kernel/help/HelpContents';
import { HelpWords } from '../../kernel/help/HelpWords';
import { useHelp } from '../../kernel/help/texts';
import { Redirect } from '../../kernel/routing/Redirect';
import { useMeta } from '../../server/meta';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';

/** The help at an address of its own: to be sent, kept, printed. Without the name of a page, all that there are. */
export default function HelpPage() {
  const { page } = useParams();
  return <HelpWords>{page === undefined ? <Contents /> : <Article name={page} />}</HelpWords>;
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
  const path = usePath();
  const { texts } = useHelp();
  const isMine = guidesOf(useMeta().role).some((guide) => guide.name === name);
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
