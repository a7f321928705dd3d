import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Fragment, useState } from 'react';
import { HelpLink, type Open } from './HelpLink';
import type { Block, Inline } from './helpText';
import { useHelp } from './texts';

interface Props {
  name: string;
  /** Heading level of the sections. */
  heading: 'h2' | 'h3';
  onOpen?: Open | undefined;
}

/** Body of a help page without its title. */
export function HelpArticle({ name, ...how }: Props) {
  const blocks = useHelp().texts.get(name)?.blocks ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 720 }}>
      {blocks.map((block) => (
        <HelpBlock key={JSON.stringify(block)} block={block} {...how} />
      ))}
    </Box>
  );
}

function HelpBlock({ block, heading, onOpen }: Omit<Props, 'name'> & { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Typography variant="h2" component={heading} sx={{ marginTop: 1 }}>
          <Inlines inlines={block.inlines} onOpen={onOpen} />
        </Typography>
      );
    case 'text':
      return (
        <Typography>
          <Inlines inlines={block.inlines} onOpen={onOpen} />
        </Typography>
      );
    case 'picture':
      return <Picture {...block} />;
    default:
      return (
        <Box
          component={block.kind === 'steps' ? 'ol' : 'ul'}
          sx={{ display: 'grid', gap: 1, margin: 0, paddingInlineStart: 3, '& li::marker': { fontWeight: 550 } }}
        >
          {block.items.map((item) => (
            <li key={JSON.stringify(item)}>
              <Inlines inlines={item} onOpen={onOpen} />
            </li>
          ))}
        </Box>
      );
  }
}

/** Picture with a caption, in the layout of a phone on a phone. It fits its column; a click shows it in full size. */
function Picture({ name, description, size, phoneSize }: Extract<Block, { kind: 'picture' }>) {
  const translate = useTranslate();
  const { pictures } = useHelp();
  const phoneMedia = useTheme().breakpoints.down('sm').replace('@media ', '');
  const [isFull, setFull] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <Box component="figure" sx={{ margin: 0, marginTop: 0.5, breakInside: 'avoid' }}>
      <Box
        sx={(theme) => ({
          overflowX: 'auto',
          border: `1px solid ${theme.portal.buttonBorder}`,
          borderRadius: 1,
          ...theme.applyStyles('dark', { '& img[data-loaded]': { filter: theme.portal.screenshotFilter } }),
        })}
      >
        <ButtonBase
          aria-pressed={isFull}
          title={translate('help.enlarge')}
          onClick={() => setFull(!isFull)}
          sx={{
            width: isFull ? { xs: phoneSize.width, sm: size.width } : '100%',
            cursor: isFull ? 'zoom-out' : 'zoom-in',
          }}
        >
          <Box component="picture" sx={{ width: '100%' }}>
            <source media={phoneMedia} srcSet={pictures.get(`${name}-phone`)} {...phoneSize} />
            <Box
              component="img"
              src={pictures.get(name)}
              alt={description}
              {...size}
              // Load pictures after the text on a slow connection.
              loading="lazy"
              decoding="async"
              // Until then, its description is text.
              data-loaded={isLoaded || undefined}
              onLoad={() => setLoaded(true)}
              sx={{ display: 'block', width: '100%', height: 'auto', color: 'text.secondary' }}
            />
          </Box>
        </ButtonBase>
      </Box>
      {/* The button has the same name. */}
      <Typography aria-hidden component="figcaption" variant="body2" sx={{ marginTop: 0.5, color: 'text.secondary' }}>
        {description}
      </Typography>
    </Box>
  );
}

function Inlines({ inlines, onOpen }: { inlines: Inline[]; onOpen?: Open | undefined }) {
  return inlines.map((each, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
    if (typeof each === 'string') return <Fragment key={index}>{each}</Fragment>;
    return 'label' in each ? (
      <strong key={each.label}>{each.label}</strong>
    ) : (
      <HelpLink key={each.page} page={each.page} onOpen={onOpen}>
        {each.text}
      </HelpLink>
    );
  });
}
