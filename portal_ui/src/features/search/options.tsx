import InstrumentIcon from '@mui/icons-material/SensorsOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getChoiceName, useMeta } from '../../api/meta';
import { getMatchRoute } from '../../api/search';
import type { InstrumentSearchResult, SearchResult } from '../../api/types';
import { getIcon } from '../../core/layout/icons';
import { useRecentRequests } from '../../core/process/recentRequests';
import { splitMatches } from '../../core/ui/highlight';
import { StatusChip } from '../../core/ui/StatusChip';
import type { Option } from './OptionList';

const iconNames: Readonly<Record<string, string>> = { REPAIR: 'repair', PARTS: 'inventory', REMOTE_SUPPORT: 'support' };
const getKindIcon = (kind: string) => getIcon(iconNames[kind] ?? '');

/** Return request results as options, without those that the user may not open. */
export function useRequestOptions(results: readonly SearchResult[], term: string): Option[] {
  const meta = useMeta();
  return results.flatMap((result) => {
    const route = getMatchRoute(result, meta);
    if (route === null) return [];
    return {
      route,
      group: 'requests' as const,
      Icon: getKindIcon(result.requestType),
      content: <RequestLines result={result} term={term} />,
    };
  });
}

/** Return instrument results as options. */
export function useInstrumentOptions(results: readonly InstrumentSearchResult[], term: string): Option[] {
  const translate = useTranslate();
  return results.map(({ id, serialNumber, partName, clientName, times }) => ({
    route: `instrument/${id}`,
    group: 'instruments' as const,
    Icon: InstrumentIcon,
    content: (
      <ResultLines
        title={<HighlightedText text={serialNumber} term={term} />}
        end={<SecondaryText>{translate('search.instrument', { smart_count: times })}</SecondaryText>}
      >
        {[partName, clientName].map(
          (text, index) =>
            text && (
              <span key={text}>
                {index > 0 && ' · '}
                <HighlightedText text={text} term={term} />
              </span>
            ),
        )}
      </ResultLines>
    ),
  }));
}

/** Return the options for an empty search: recent requests and pages for new ones. */
export function useSuggestions(): Option[] {
  const meta = useMeta();
  const [recent] = useRecentRequests();
  return [
    ...recent.flatMap((result) => {
      const route = getMatchRoute(result, meta);
      const kind = getChoiceName(meta.choices.kinds, result.requestType);
      return route === null
        ? []
        : {
            route,
            group: 'recent' as const,
            Icon: getKindIcon(result.requestType),
            content: <ResultLines title={result.requestId} end={<SecondaryText>{kind}</SecondaryText>} />,
          };
    }),
    ...meta.pages
      .filter(({ group }) => group === 'new')
      .map(({ path, label, icon }) => ({
        route: path,
        group: 'actions' as const,
        Icon: getIcon(icon),
        content: <ResultLines title={label} />,
      })),
  ];
}

/** Number, kind, status, and the matching line with the word highlighted. */
function RequestLines({ result, term }: { result: SearchResult; term: string }) {
  const meta = useMeta();
  const status = meta.statuses[result.requestType]?.find(({ key }) => key === result.status);
  const lines = [result.matched, result.clientName].filter(
    (line, index, all): line is string => !!line && line !== result.requestId && all.indexOf(line) === index,
  );
  return (
    <ResultLines
      title={<HighlightedText text={result.requestId} term={term} />}
      end={<StatusChip tone={status?.tone ?? 'idle'} label={status?.value ?? result.status} />}
    >
      {getChoiceName(meta.choices.kinds, result.requestType)}
      {lines.map((line) => (
        <span key={line}>
          {' · '}
          <HighlightedText text={line} term={term} />
        </span>
      ))}
    </ResultLines>
  );
}

/** Two lines with the status or kind at the end, on a phone in the first line only. */
function ResultLines({ title, end, children }: { title: ReactNode; end?: ReactNode; children?: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: 1.25,
        '& > .end': { gridArea: { xs: '1 / 2', sm: '1 / 2 / 3' } },
        '& > .detail': { gridColumn: { xs: '1 / 3', sm: 'auto' } },
      }}
    >
      <Typography component="span" className="tabular" sx={{ fontWeight: 'fontWeightBold' }}>
        {title}
      </Typography>
      {end && <div className="end">{end}</div>}
      {children && (
        <div className="detail">
          <SecondaryText>{children}</SecondaryText>
        </div>
      )}
    </Box>
  );
}

function SecondaryText({ children }: { children: ReactNode }) {
  return (
    <Typography component="div" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

function HighlightedText({ text, term }: { text: string; term: string }) {
  let index = 0;
  return splitMatches(text, term).map((part) => {
    index += part.text.length;
    return part.isMatch ? <mark key={index}>{part.text}</mark> : part.text;
  });
}
