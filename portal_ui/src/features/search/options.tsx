import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { choiceName, useMeta } from '../../api/meta';
import { foundRoute } from '../../api/search';
import type { Found, FoundInstrument } from '../../api/types';
import { iconOf } from '../../core/layout/icons';
import { useRecentRequests } from '../../core/process/recentRequests';
import { piecesOf } from '../../core/ui/highlight';
import { StatusChip } from '../../core/ui/StatusChip';
import type { Option } from './OptionList';

/** What was found for a word, as options; what the caller may not open is none. */
export function useFoundOptions(found: readonly Found[], word: string): Option[] {
  const meta = useMeta();
  return found.flatMap((one) => {
    const route = foundRoute(one, meta);
    return route === null ? [] : { route, content: <FoundLines one={one} word={word} /> };
  });
}

/** The instruments that were found, as options. */
export function useInstrumentOptions(found: readonly FoundInstrument[], word: string): Option[] {
  const translate = useTranslate();
  return found.map(({ id, serialNumber, partName, clientName, times }) => ({
    route: `instrument/${id}`,
    content: (
      <>
        <Line
          start={<Marked text={serialNumber} word={word} />}
          end={<Quiet>{translate('search.instrument', { smart_count: times })}</Quiet>}
        />
        <Quiet>
          {[partName, clientName].map(
            (text, place) =>
              text && (
                <span key={text}>
                  {place > 0 && ' · '}
                  <Marked text={text} word={word} />
                </span>
              ),
          )}
        </Quiet>
      </>
    ),
  }));
}

/** Where one may want to go before anything is typed: to what one had open last, and to what is new. */
export function useSuggestions(): Option[] {
  const meta = useMeta();
  const [recent] = useRecentRequests();
  return [
    ...recent.flatMap((one) => {
      const route = foundRoute(one, meta);
      const kind = choiceName(meta.choices.kinds, one.requestType);
      return route === null ? [] : { route, content: <Line start={one.requestId} end={<Quiet>{kind}</Quiet>} /> };
    }),
    ...meta.pages
      .filter(({ group }) => group === 'new')
      .map(({ path, label, icon }) => {
        const Icon = iconOf(icon);
        return { route: path, content: <Line start={label} end={<Icon aria-hidden fontSize="small" />} /> };
      }),
  ];
}

/** Number, kind, status, and the line that matched with the word marked. */
function FoundLines({ one, word }: { one: Found; word: string }) {
  const meta = useMeta();
  const status = meta.statuses[one.requestType]?.find(({ key }) => key === one.status);
  const lines = [one.matched, one.clientName].filter(
    (line, place, all): line is string => !!line && line !== one.requestId && all.indexOf(line) === place,
  );
  return (
    <>
      <Line
        start={<Marked text={one.requestId} word={word} />}
        end={<StatusChip tone={status?.tone ?? 'idle'} label={status?.value ?? one.status} />}
      />
      <Quiet>
        {choiceName(meta.choices.kinds, one.requestType)}
        {lines.map((line) => (
          <span key={line}>
            {' · '}
            <Marked text={line} word={word} />
          </span>
        ))}
      </Quiet>
    </>
  );
}

function Line({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.25, rowGap: 0.5 }}>
      <Typography
        component="span"
        variant="subtitle1"
        className="tabular"
        sx={{ flex: 1, fontWeight: 'fontWeightBold' }}
      >
        {start}
      </Typography>
      {end}
    </Box>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{ color: 'text.secondary', marginTop: 0.25, overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  );
}

function Marked({ text, word }: { text: string; word: string }) {
  let place = 0;
  return piecesOf(text, word).map((piece) => {
    place += piece.text.length;
    return piece.hit ? <mark key={place}>{piece.text}</mark> : piece.text;
  });
}
