import FeedbackIcon from '@mui/icons-material/FeedbackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useParams } from 'react-router';
import { useMeta } from '../../api/meta';
import { useOpenFeedback } from '../../core/layout/openFeedback';
import { BackToListButton } from '../../core/routing/BackToListButton';
import { useLocalizedPath } from '../../core/routing/links';
import { Redirect } from '../../core/routing/Redirect';
import { PageHeader, useDocumentTitle } from '../../core/ui/PageHeader';
import { PrintButton } from '../../core/ui/PrintButton';
import { filterGuides } from './guides';
import { HelpArticle } from './HelpArticle';
import { HelpContents } from './HelpContents';
import { HelpMessages } from './HelpMessages';
import { useHelp } from './texts';

/** Page of help/:page, for links and printing. Without `page`, it lists all pages. */
export default function HelpPage() {
  const { page } = useParams();
  return <HelpMessages>{page === undefined ? <Contents /> : <Article name={page} />}</HelpMessages>;
}

function Contents() {
  const translate = useTranslate();
  useDocumentTitle(translate('help.title'));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="display" component="h1" sx={{ textAlign: 'center', marginTop: { xs: 1, sm: 2 } }}>
        {translate('help.question')}
      </Typography>
      <HelpContents hasPopular heading="h2" />
      <FeedbackCard />
    </Box>
  );
}

/** Card that opens the feedback form. */
function FeedbackCard() {
  const translate = useTranslate();
  const openFeedback = useOpenFeedback();
  return (
    <Card
      component="section"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        padding: 2,
        '@media print': { display: 'none' },
      }}
    >
      <FeedbackIcon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 240px' }}>
        <Typography variant="h3" component="h2">
          {translate('help.notFound')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('help.notFoundText')}
        </Typography>
      </Box>
      <Button onClick={() => openFeedback()}>{translate('help.sendFeedback')}</Button>
    </Card>
  );
}

function Article({ name }: { name: string }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { texts } = useHelp();
  const isAvailable = filterGuides(useMeta().role).some((guide) => guide.name === name);
  if (!isAvailable) return <Redirect to={path('help')} />;
  return (
    // Column of the text's width, in the middle as the search above the topics.
    <Box sx={{ maxWidth: 770, marginInline: 'auto' }}>
      <PageHeader
        title={texts.get(name)?.title ?? ''}
        back={<BackToListButton list="help" label={translate('help.all')} />}
        actions={<PrintButton />}
      />
      <Card sx={{ padding: { xs: 2, md: 3 }, '@media print': { border: 0, boxShadow: 'none' } }}>
        <HelpArticle name={name} heading="h2" />
      </Card>
    </Box>
  );
}
