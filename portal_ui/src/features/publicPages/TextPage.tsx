import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { use } from 'react';
import { loadMessages } from '../../core/i18n/i18nProvider';
import type { Language } from '../../core/i18n/language';
import { memoizeAsync } from '../../core/i18n/memoizeAsync';
import { useLanguage } from '../../core/i18n/useLanguage';
import { useDocumentTitle } from '../../core/ui/PageHeader';
import { PublicColumn } from './PublicColumn';

type Section = { title: string; text: string };
type Text = { title: string; lead: string } & Record<string, string | Section>;
type Name = 'description' | 'disclaimer';

/** Loaders of the long texts, in a separate chunk per language. */
const files = import.meta.glob<{ default: { texts: Record<Name, Text> } }>('../../../../locale/*/texts.json');
const loadTexts = memoizeAsync(async (language: Language) => (await loadMessages(files, language)).default.texts);

/** Public text page: description of the portal, or the terms of use. */
export default function TextPage({ name }: { name: Name }) {
  const language = useLanguage();
  const { title, lead, ...sections } = use(loadTexts(language))[name];
  useDocumentTitle(title);
  return (
    <PublicColumn maxWidth={760}>
      <Card sx={{ padding: { xs: 2, sm: 4 } }}>
        <Typography variant="h1">{title}</Typography>
        <Typography sx={{ marginTop: 1, color: 'text.secondary' }}>{lead}</Typography>
        {Object.values(sections)
          .filter(isSection)
          .map((section) => (
            <Box component="section" key={section.title} sx={{ marginTop: 3 }}>
              <Typography variant="h2">{section.title}</Typography>
              <SectionText text={section.text} />
            </Box>
          ))}
      </Card>
    </PublicColumn>
  );
}

const LIST_NUMBER = /^\d+\. /;

/** Paragraph, or a list if the text has several lines: numbered ones as steps. */
function SectionText({ text }: { text: string }) {
  const lines = text.split('\n');
  if (lines.length === 1) return <Typography sx={{ marginTop: 0.5 }}>{text}</Typography>;
  const isNumbered = lines.every((line) => LIST_NUMBER.test(line));
  return (
    <Typography
      component={isNumbered ? 'ol' : 'ul'}
      sx={{ margin: 0, marginTop: 0.5, paddingInlineStart: 2.5, '& li + li': { marginTop: 0.5 } }}
    >
      {lines.map((line) => (
        <li key={line}>{line.replace(LIST_NUMBER, '')}</li>
      ))}
    </Typography>
  );
}

const isSection = (value: string | Section): value is Section => typeof value === 'object';
