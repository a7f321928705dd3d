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
import { useLocation, useNavigate } from 'react-router';
import { getNextOption, MAX_TERM_LENGTH, MIN_TERM_LENGTH, useInstrumentSearch, useSearch } from '../../api/search';
import { useLocalizedPath } from '../../core/routing/links';
import { ErrorState } from '../../core/ui/EmptyState';
import { useDebounced } from '../../core/ui/useDebounced';
import { buildOptionId, OptionList } from './OptionList';
import { useInstrumentOptions, useRequestOptions, useSuggestions } from './options';
import { useSearchPlaceholder } from './useSearchPlaceholder';

const DEBOUNCE_MS = 300;
const WIDTH = 640;

/** Search dialog for instruments and requests. It matches number, serial number, service tag, title and client. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = useLocalizedPath();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const listId = useId();
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed, DEBOUNCE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useSearch(term);
  const [active, setActive] = useState(0);
  const long = term.trim().length >= MIN_TERM_LENGTH;
  const instruments = useInstrumentSearch(term);
  const requests = useRequestOptions(long && !error ? (data ?? []) : [], term);
  const results = [...requests, ...useInstrumentOptions(long && !error ? (instruments.data ?? []) : [], term)];
  const suggestions = useSuggestions();
  const hasTerm = typed.trim() !== '';
  const options = hasTerm ? results : suggestions;
  const isLoading = isFetching || isPlaceholderData || instruments.isFetching || instruments.isPlaceholderData;
  const isSettled = !hasTerm || (term === typed && !isLoading);

  // The location may change while the dialog is open, for example with the Back button.
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  const hasNavigated = pathname !== openedAt;
  useEffect(() => {
    if (hasNavigated) onClose();
  }, [hasNavigated, onClose]);

  const go = (index: number) => {
    const option = options[index];
    if (!option) return;
    onClose();
    void navigate(path(option.route));
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // The options may still be those of the previous word.
      if (isSettled) go(active);
      return;
    }
    const next = getNextOption(event.key, active, options.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    document.getElementById(buildOptionId(listId, next))?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${listId}-title`}
      slotProps={{
        paper: { sx: isPhone ? {} : { position: 'absolute', top: 88, maxWidth: WIDTH, margin: 0, maxHeight: '70dvh' } },
      }}
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
          placeholder={useSearchPlaceholder()}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={press}
          inputProps={{
            role: 'combobox',
            maxLength: MAX_TERM_LENGTH,
            autoComplete: 'off',
            spellCheck: false,
            enterKeyHint: 'go',
            'aria-label': translate('search.label'),
            'aria-expanded': options.length > 0,
            'aria-controls': options.length > 0 ? listId : undefined,
            'aria-autocomplete': 'list',
            'aria-activedescendant': options.length > 0 ? buildOptionId(listId, active) : undefined,
          }}
        />
        <IconButton aria-label={translate('shared.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ height: 4, flex: 'none' }}>
        {long && !isSettled && <LinearProgress aria-label={translate('search.busy')} />}
      </Box>
      {error && long && hasTerm ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {(!hasTerm || options.length === 0) && (
            <Typography sx={{ padding: hasTerm ? 3 : 2, paddingTop: 1, color: 'text.secondary' }}>
              {translate(hasTerm && long && isSettled ? 'search.none' : 'search.hint', { word: term.trim() })}
            </Typography>
          )}
          {options.length > 0 && (
            <OptionList
              {...{ options, active }}
              id={listId}
              label={translate(hasTerm ? 'search.results' : 'search.suggestions')}
              onActive={setActive}
              onGo={onClose}
            />
          )}
        </>
      )}
      {!isPhone && <KeyHints />}
      <Box role="status" sx={visuallyHidden}>
        {hasTerm && long && isSettled && !error ? translate('search.count', { smart_count: results.length }) : ''}
      </Box>
    </Dialog>
  );
}

/** Visual key hints; screen readers announce the keys of a combobox themselves. */
function KeyHints() {
  const translate = useTranslate();
  const keyHints = [
    { keys: ['↑', '↓'], labelKey: 'move' },
    { keys: ['↵'], labelKey: 'open' },
    { keys: ['Esc'], labelKey: 'close' },
  ];
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        flex: 'none',
        columnGap: 2.5,
        paddingInline: 2,
        paddingBlock: 1,
        color: 'text.secondary',
        borderTop: `1px solid ${theme.vars.palette.divider}`,
        backgroundColor: theme.portal.recessed,
        '& kbd': {
          font: 'inherit',
          fontWeight: theme.typography.fontWeightMedium,
          paddingInline: '6px',
          marginInlineEnd: '4px',
          borderRadius: '4px',
          border: `1px solid ${theme.portal.buttonBorder}`,
          backgroundColor: theme.vars.palette.background.paper,
        },
      })}
    >
      {keyHints.map(({ keys, labelKey }) => (
        <span key={labelKey}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {translate(`search.keys.${labelKey}`)}
        </span>
      ))}
    </Box>
  );
}
