import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import { ErrorState } from '../../shared/Empty';
import { usePath } from '../../shared/links';
import { FoundList, optionId } from './FoundList';
import { foundRoute, LONGEST, nextOption, SHORTEST, useFound } from './found';

const wait = 300;

/** Finds any request by number, serial number, service tag, title or client. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const meta = useMeta();
  const navigate = useNavigate();
  const path = usePath();
  const errorMessage = useErrorMessage();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const listId = useId();
  const [typed, setTyped] = useState('');
  const word = useRested(typed);
  const { data, error, isFetching, isPlaceholderData, refetch } = useFound(word);
  const [active, setActive] = useState(0);
  const long = word.trim().length >= SHORTEST;
  const found = long && !error ? (data ?? []) : [];
  const settled = word === typed && !isFetching && !isPlaceholderData;

  const go = (index: number) => {
    const one = found[index];
    const route = one && foundRoute(one, meta);
    if (!route) return;
    onClose();
    void navigate(path(route));
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // What is listed may still be the answer to the word before.
      if (settled) go(active);
      return;
    }
    const next = nextOption(event.key, active, found.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={phone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${listId}-title`}
      slotProps={{ paper: { sx: phone ? {} : { position: 'absolute', top: 48, margin: 0, maxHeight: '70dvh' } } }}
    >
      <Box component="h2" id={`${listId}-title`} sx={visuallyHidden}>
        {translate('search.title')}
      </Box>
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInline: 2,
          minHeight: 56,
          flex: 'none',
          borderBottom: `1px solid ${theme.vars.palette.divider}`,
        })}
      >
        <SearchIcon aria-hidden sx={{ color: 'text.tertiary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={translate('search.placeholder')}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={press}
          inputProps={{
            role: 'combobox',
            maxLength: LONGEST,
            autoComplete: 'off',
            spellCheck: false,
            enterKeyHint: 'go',
            'aria-label': translate('search.label'),
            'aria-expanded': found.length > 0,
            'aria-controls': found.length > 0 ? listId : undefined,
            'aria-autocomplete': 'list',
            'aria-activedescendant': found.length > 0 ? optionId(listId, active) : undefined,
          }}
        />
        <IconButton aria-label={translate('shared.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ height: 4, flex: 'none' }}>
        {long && !settled && <LinearProgress aria-label={translate('search.busy')} />}
      </Box>
      {error && long ? (
        <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />
      ) : found.length > 0 ? (
        <FoundList id={listId} found={found} word={word} active={active} onActive={setActive} onGo={onClose} />
      ) : (
        <Typography sx={{ padding: 3, paddingTop: 2, color: 'text.secondary', textAlign: 'center' }}>
          {translate(long && settled ? 'search.none' : 'search.hint', { word: word.trim() })}
        </Typography>
      )}
      <Box role="status" sx={visuallyHidden}>
        {long && settled && !error ? translate('search.count', { smart_count: found.length }) : ''}
      </Box>
    </Dialog>
  );
}

/** What was typed, once it has rested. */
function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), wait);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
