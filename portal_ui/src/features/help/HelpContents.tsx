import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useMeta } from '../../api/meta';
import { filterGuides, groupBySection } from './guides';
import { HelpCard } from './HelpCard';
import { HelpLink, type Open } from './HelpLink';
import { searchHelp } from './searchHelp';
import { useHelp } from './texts';

interface Props {
  /** Heading level of the sections. */
  heading: 'h2' | 'h3';
  /** True to list popular pages, centered below the search field. */
  hasPopular?: boolean;
  onOpen?: Open;
}

/** Width of the search field and minimum width of a card, in px. */
const SEARCH_WIDTH = 560;
const CARD_WIDTH = 280;
/** Popular pages by name, most useful first. */
const POPULAR = [
  'repair-shipping',
  'pack',
  'diagnose',
  'courier',
  'approve-units',
  'approve-repairs',
  'report',
  'setup',
];
const MAX_POPULAR = 2;
const TROUBLE = 'trouble';

/** Searchable cards of all help pages for the user's role. */
export function HelpContents({ heading, hasPopular = false, onOpen }: Props) {
  const translate = useTranslate();
  const { texts } = useHelp();
  const [query, setQuery] = useState('');
  const guides = filterGuides(useMeta().role);
  const hits = query.trim() === '' ? null : searchHelp(guides, texts, query);
  const getTitle = (name: string) => texts.get(name)?.title ?? '';
  const available = POPULAR.filter((name) => guides.some((guide) => guide.name === name));
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'grid', gap: 1.5, justifyItems: hasPopular ? 'center' : 'stretch' }}>
        <OutlinedInput
          type="search"
          fullWidth
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          placeholder={translate('help.search')}
          inputProps={{ 'aria-label': translate('help.search'), maxLength: 100 }}
          startAdornment={
            <InputAdornment position="start">
              <SearchIcon aria-hidden sx={{ color: 'text.secondary' }} />
            </InputAdornment>
          }
          sx={{ maxWidth: SEARCH_WIDTH, minHeight: hasPopular ? 48 : undefined }}
        />
        {hasPopular && (
          <Box component="nav" aria-label={translate('help.popular')} sx={popularStyle}>
            <Typography component="span" aria-hidden sx={{ color: 'text.secondary' }}>
              {translate('help.popular')}
            </Typography>
            {[...available.slice(0, MAX_POPULAR), TROUBLE].map((name) => (
              <HelpLink key={name} page={name} onOpen={onOpen}>
                {getTitle(name)}
              </HelpLink>
            ))}
          </Box>
        )}
      </Box>
      <Typography role="status" sx={{ color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {hits && translate('help.found', { smart_count: hits.length })}
      </Typography>
      {hits ? (
        <Box component="ul" sx={cards}>
          {hits.map(({ guide: { name }, sentence }) => (
            <HelpCard key={name} name={name} title={getTitle(name)} text={sentence} onOpen={onOpen} />
          ))}
        </Box>
      ) : (
        groupBySection(guides).map(([section, pages]) => (
          <Box component="section" key={section}>
            <Typography variant="h2" component={heading} sx={{ marginBottom: 1 }}>
              {translate(`help.section.${section}`)}
            </Typography>
            <Box component="ul" sx={cards}>
              {pages.map(({ name }) => (
                <HelpCard key={name} name={name} title={getTitle(name)} onOpen={onOpen} />
              ))}
            </Box>
          </Box>
        ))
      )}
    </Box>
  );
}

/** Links in a row; on a phone a line of 44 px each. */
const popularStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  width: { xs: '100%', sm: 'auto' },
  '& > a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: { xs: 44, sm: 28 },
    flex: { xs: '1 0 100%', sm: 'none' },
  },
  '& > span': { lineHeight: '28px' },
} as const;

const cards = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${CARD_WIDTH}px), 1fr))`,
  margin: 0,
  padding: 0,
  listStyle: 'none',
};
