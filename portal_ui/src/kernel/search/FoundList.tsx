import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { choiceName, useMeta } from '../../server/meta';
import type { Found } from '../../server/types';
import { RouterLink, usePath } from '../../shared/links';
import { StatusChip } from '../../shared/StatusChip';
import { foundRoute } from './found';
import { piecesOf } from './highlight';

interface FoundListProps {
  id: string;
  found: readonly Found[];
  word: string;
  /** The option that Enter opens. */
  active: number;
  onActive: (index: number) => void;
  onGo: () => void;
}

export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** What was found: number, kind, status, and the line that matched with the word marked. */
export function FoundList({ id, found, word, active, onActive, onGo }: FoundListProps) {
  const translate = useTranslate();
  const meta = useMeta();
  const path = usePath();
  return (
    <Box
      role="listbox"
      id={id}
      aria-label={translate('search.results')}
      sx={{ overflowY: 'auto', padding: 1, paddingTop: 0 }}
    >
      {found.map((one, index) => {
        const status = meta.statuses[one.requestType]?.find(({ key }) => key === one.status);
        const route = foundRoute(one, meta);
        const lines = [one.matched, one.clientName].filter(
          (line, place, all): line is string => !!line && line !== one.requestId && all.indexOf(line) === place,
        );
        return (
          <Box
            key={`${one.requestType} ${one.id}`}
            component={RouterLink}
            to={route === null ? '' : path(route)}
            role="option"
            id={optionId(id, index)}
            aria-selected={index === active}
            tabIndex={-1}
            onPointerMove={() => index !== active && onActive(index)}
            onClick={onGo}
            sx={(theme) => ({
              display: 'block',
              padding: 1.25,
              borderRadius: 1,
              color: 'inherit',
              textDecoration: 'none',
              backgroundColor: index === active ? theme.portal.accentSoft : 'transparent',
              '& mark': {
                color: theme.portal.accentText,
                backgroundColor: 'transparent',
                fontWeight: theme.typography.fontWeightBold,
                textDecoration: 'underline',
                textUnderlineOffset: '3px',
              },
            })}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.25, rowGap: 0.5 }}>
              <Typography
                component="span"
                variant="subtitle1"
                className="tabular"
                sx={{ fontWeight: 'fontWeightBold' }}
              >
                <Marked text={one.requestId} word={word} />
              </Typography>
              <Box component="span" sx={{ flex: 1 }} />
              <StatusChip tone={status?.tone ?? 'idle'} label={status?.value ?? one.status} />
            </Box>
            <Typography
              component="div"
              variant="body2"
              sx={{ color: 'text.secondary', marginTop: 0.25, overflowWrap: 'anywhere' }}
            >
              {choiceName(meta.choices.kinds, one.requestType)}
              {lines.map((line) => (
                <span key={line}>
                  {' · '}
                  <Marked text={line} word={word} />
                </span>
              ))}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

function Marked({ text, word }: { text: string; word: string }) {
  let place = 0;
  return piecesOf(text, word).map((piece) => {
    place += piece.text.length;
    return piece.hit ? <mark key={place}>{piece.text}</mark> : piece.text;
  });
}
