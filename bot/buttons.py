"""Buttons. They keep no state here: the custom_id says which board a button belongs to."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from bot import cups, own_data, puzzling
from bot.interactions import Component
from bot.managing import manage
from bot.readers import as_read, as_they_read
from bot.rendering import (
    boards,
    challenges,
    custom_id,
    hints,
    notices,
    people,
    questions,
    records,
    reviews,
    spoken,
)
from bot.rendering.boards import given_up, shown
from bot.rendering.custom_id import (
    OF_A_CHALLENGE,
    OF_A_CUP,
    OF_A_PERSON,
    OF_A_SERVER,
    OF_A_SESSION,
    Press,
    Verb,
)
from bot.rendering.links import NO_LINKS, Links
from bot.rendering.reply import Reply
from bot.rendering.voice import voice_of
from bot.replies import Replies
from bot.sessions import actions
from bot.sessions.challenge import Challenge
from bot.sessions.session import Session
from bot.sessions.thoughts import Thoughts
from bot.storage import (
    challenge_transactions,
    record_rows,
    record_transactions,
    settings_transactions,
    transactions,
)
from bot.storage.store import Store
from bot.thinking import Thinking
from bot.timers import DemoGames
from engine.games import GAMES


class Buttons:
    """Handles every button of every message, however old."""

    def __init__(
        self,
        store: Store,
        rng: Random,
        thinking: Thinking,
        replies: Replies,
        demo_games: DemoGames,
        links: Links = NO_LINKS,
    ) -> None:
        self._links = links
        self._store = store
        self._rng = rng
        self._thinking = thinking
        self._replies = replies
        self._demo_games = demo_games

    async def press(self, component: Component) -> None:
        """Do what the button says, if this person may, and answer."""
        press = custom_id.read(component.custom_id)
        handle = partial(self._thinking.thought_through, partial(self._reply, component, press))
        redrew = await self._replies.answer(component.to, component.request.user_id, handle)
        if redrew:
            self._on_that_message(press, component)

    def _on_that_message(self, press: Press | None, component: Component) -> None:
        """What starts or stops on a message that has just been redrawn."""
        match press:
            case Press(Verb.PLAY_ON, (int(session_id), _)):
                self._demo_games.play_on(component.to, session_id)
            case Press(Verb.ACCEPT | Verb.JOIN, (int(challenge_id),)):
                self._replies.earlier.forget_challenge(challenge_id)

    async def _reply(self, component: Component, press: Press | None, thoughts: Thoughts) -> Reply:
        request, to = component.request, component.to
        if press is None or not custom_id.may_come_from(press, component.offered):
            return notices.unknown_button(to.voice)
        match press:
            case Press(Verb.CELL, (int(session_id), int(ply), int(cell))):
                play, known = transactions.press, self._replies.earlier.session(session_id)
                pressed = await self._store.run(
                    play, request, session_id, ply, cell, self._rng, thoughts, known
                )
                return as_read(to, shown(pressed))
            case Press(verb) if verb in {*OF_A_SESSION, Verb.RESIGN_NOW, Verb.STOP_NOW}:
                return await self._about_session(component, press, thoughts)
            case Press(verb, (int(challenge_id),)) if verb in OF_A_CHALLENGE:
                return await self._about_challenge(component, verb, challenge_id)
            case Press(verb, (int(cup_id),)) if verb in OF_A_CUP:
                return await cups.press(self._store, self._rng, component, verb, cup_id)
            case Press(_, (str(game), *_)) if game in GAMES:
                return await self._about_game(component, press, game, thoughts)
            case Press(Verb.SHARE_PUZZLE, (int(day),)):
                return await puzzling.share(self._store, request, thoughts, component.who_may_post, day)
            case Press(verb) if verb in OF_A_PERSON:
                return await own_data.press(self._store, self._links, component, press)
            case Press(verb) if verb in OF_A_SERVER:
                return await manage(self._store, component, press)
        return notices.unknown_button(to.voice)

    async def _about_session(self, component: Component, press: Press, thoughts: Thoughts) -> Reply:
        run, request, to = self._store.run, component.request, component.to
        match press:
            case Press(Verb.RESIGN, (int(session_id),)):
                session = await run(transactions.session_of_button, request, session_id)
                if actions.loses_by_resigning(session, request.user_id):
                    return as_read(to, questions.resign(session, request.user_id, to.voice))
                return as_read(to, given_up(*await run(transactions.give_up, request, session_id)))
            case Press(Verb.RESIGN_NOW, (int(session_id),)):
                resigned = await run(transactions.give_up, request.for_new_message, session_id)
                return as_read(to, given_up(*resigned, is_new=True))
            case Press(Verb.STOP_NOW, (int(session_id),)):
                stopped = await run(transactions.stop, request.for_new_message, session_id)
                return boards.stopped(stopped, request.user_id, voice_of(stopped.language))
            case Press(Verb.READ, (int(session_id),)):
                session = await run(transactions.session_of_button, request, session_id)
                has_more = await run(record_rows.wants_text_first, request.user_id)
                return spoken.board(session, request.user_id, to.voice, offers_more=not has_more)
            case Press(Verb.HINT, (int(session_id),)):
                to = await as_they_read(self._store, to, request.user_id)
                session = await run(transactions.hint, request, session_id, thoughts)
                return as_read(to, hints.hint(session, thoughts.analysis(session.board), to.voice))
            case Press(Verb.DRAW, (int(session_id), int(ply))):
                return as_read(to, shown(await run(transactions.draw, request, session_id, ply)))
            case Press(Verb.CLAIM, (int(session_id),)):
                return as_read(to, shown(await run(transactions.claim, request, session_id)))
            case Press(Verb.REMATCH | Verb.EASIER | Verb.HARDER as verb, (int(session_id),)):
                harder = {Verb.EASIER: -1, Verb.HARDER: 1}.get(verb, 0)
                rematch = challenge_transactions.rematch_and_challenge
                begun, accepted = await run(rematch, request, session_id, self._rng, thoughts, harder=harder)
                return self._begun(begun, component, is_new=True, accepted=accepted)
            case Press(Verb.NEXT | Verb.PLAY_ON, (int(session_id), int(ply))):
                session = await run(transactions.next_move, request, session_id, ply, self._rng, thoughts)
                last_move = await self._thinking.last_move(session)
                return boards.board(session, voice_of(session.language), last_move=last_move)
            case Press(Verb.REVIEW | Verb.SHARE as verb, (int(session_id),)):
                return await self._review(component, verb, session_id)
            case Press(
                Verb.EARLIER | Verb.LATER | Verb.MISTAKE | Verb.SHOW as verb, (int(session_id), int(ply))
            ):
                return await self._review(component, verb, session_id, ply)
        return notices.unknown_button(to.voice)

    async def _review(
        self, component: Component, verb: Verb, session_id: int, ply: int | None = None
    ) -> Reply:
        request = component.request
        to = await as_they_read(self._store, component.to, request.user_id)
        session = await self._store.run(transactions.review, request, session_id)
        moves = await self._thinking.review(session)
        if verb is Verb.SHARE:
            return reviews.shared(session, moves, component.who_may_post, voice_of(session.language))
        page = reviews.page(session, moves, request.user_id, to.voice, ply, is_told=verb is Verb.SHOW)
        return as_read(to, page)

    async def _about_challenge(self, component: Component, verb: Verb, challenge_id: int) -> Reply:
        run, request, to = self._store.run, component.request, component.to
        match verb:
            case Verb.ACCEPT:
                accept = challenge_transactions.accept
                return self._begun(await run(accept, request, challenge_id, self._rng), component)
            case Verb.JOIN:
                join = challenge_transactions.join
                return self._begun(await run(join, request, challenge_id, self._rng), component)
            case Verb.DECLINE:
                return shown(await run(challenge_transactions.decline, request, challenge_id))
            case Verb.CANCEL:
                return shown(await run(challenge_transactions.cancel, request, challenge_id))
            case Verb.BLOCK:
                blocked = await run(challenge_transactions.block, request, challenge_id)
                return people.blocked(blocked, to.voice)
        unblocked = await run(challenge_transactions.unblock, request, challenge_id)
        return people.unblocked(unblocked, to.voice)

    async def _about_game(self, component: Component, press: Press, game: str, thoughts: Thoughts) -> Reply:
        request, to = component.request, component.to
        match press:
            case Press(Verb.LEADERBOARD | Verb.LEADERBOARD_BOT as verb, (_, int(page))):
                found, language = await self._store.run(
                    settings_transactions.with_language,
                    request,
                    record_transactions.leaderboard,
                    request,
                    page,
                    game,
                    against_bot=verb is Verb.LEADERBOARD_BOT,
                )
                return records.leaderboard(found, voice_of(language))
            case Press(Verb.PRACTISE):
                return await puzzling.ask(to, thoughts, game)
            case Press(Verb.PUZZLE, (_, int(x), int(o), int(day), int(cell))):
                to = await as_they_read(self._store, to, request.user_id)
                answer = puzzling.Answer(game, x, o, day, cell)
                if judged := await puzzling.judge(self._store, request, to, thoughts, answer):
                    return judged
        return notices.unknown_button(to.voice)

    def _begun(
        self,
        begun: Session | Challenge,
        component: Component,
        *,
        is_new: bool = False,
        accepted: Challenge | None = None,
    ) -> Reply:
        """A new game, with a post that tells the challenger, or a challenge.

        accepted  the challenge that became the game, if it is on another message
        """
        to = component.to
        if isinstance(begun, Session) and begun.of_two_people:
            voice = voice_of(begun.language)
            told = challenges.accepted(begun, component.request.user_id, voice)
            then = (told, shown(accepted)) if accepted else (told,)
            return replace(boards.board(begun, voice), is_new=is_new, then=then)
        return as_read(to, replace(shown(begun), is_new=is_new))
