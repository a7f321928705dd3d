import ChatIcon from '@mui/icons-material/ChatBubble';
import ChatOutlinedIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { CommentDialog, type CommentTarget } from './CommentDialog';

interface CommentButtonProps extends CommentTarget {
  /** Opens the request's comment, with words; a unit's is an icon. */
  words?: string;
}

/** Opens a comment; filled when there is one. Nothing is drawn where there is none to read and none may be written. */
export function CommentButton({ words, ...target }: CommentButtonProps) {
  const [open, setOpen] = useState(false);
  const translate = useTranslate();
  const has = Boolean(target.comment?.text);
  if (!has && !target.write) return null;
  const Icon = has ? ChatIcon : ChatOutlinedIcon;
  const label = translate(has ? 'process.comment.read' : 'process.comment.add', { name: target.title });
  return (
    <>
      {words ? (
        <Button variant="text" startIcon={<Icon />} color={has ? 'primary' : 'inherit'} onClick={() => setOpen(true)}>
          {words}
        </Button>
      ) : (
        <IconButton aria-label={label} onClick={() => setOpen(true)} sx={has ? { color: 'primary.main' } : {}}>
          <Icon />
        </IconButton>
      )}
      {open && <CommentDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
