import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useMeta } from '../../api/meta';
import { filterGuides, groupBySection } from './guides';
import { HelpLink, type Open } from './HelpLink';
import { searchHelp } from './searchHelp';
import { useHelp } from './texts';

interface Props {
  /** The level of the headings. */
  heading: 'h2' | 'h3';
  onOpen?: Open;
}

/** Every page of the reader's guide, and a search in them. */
export function HelpContents({ heading, onOpen }: Props) {
  const translate = useTranslate();
  const { texts } = useHelp();
  const [asked, setAsked] = useState('');
  const guides = filterGuides(useMeta().role);
  const hits = asked.trim() === '' ? null : searchHelp(guides, texts, asked);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 720 }}>
      <OutlinedInput
        type="search"
        fullWidth
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
        placeholder={translate('help.search')}
        inputProps={{ 'aria-label': translate('help.search'), maxLength: 100 }}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon aria-hidden />
          </InputAdornment>
        }
      />
      <Typography role="status" sx={{ color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {hits && translate('help.found', { smart_count: hits.length })}
      </Typography>
      {hits ? (
        <Box component="ul" sx={bare}>
          {hits.map(({ guide, sentence }) => (
            <li key={guide.name}>
              <HelpLink page={guide.name} onOpen={onOpen}>
                {texts.get(guide.name)?.title}
              </HelpLink>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {sentence}
              </Typography>
            </li>
          ))}
        </Box>
      ) : (
        groupBySection(guides).map(([section, pages]) => (
          <Box component="section" key={section}>
            <Typography variant="h2" component={heading} gutterBottom>
              {translate(`help.section.${section}`)}
            </Typography>
            <Box component="ul" sx={bare}>
              {pages.map(({ name }) => (
                <li key={name}>
                  <HelpLink page={name} onOpen={onOpen}>
                    {texts.get(name)?.title}
                  </HelpLink>
                </li>
              ))}
            </Box>
          </Box>
        ))
      )}
    </Box>
  );
}

const bare = { display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none' };
