"""The texts of the page of lessons, by name. JavaScript fills in the facts that stand in braces."""

from collections.abc import Mapping
from types import MappingProxyType

_PAGE = {
    "title": "Tic-tac-toe, and how it thinks",
    "skip_to_content": "Skip to the game",
    "lead": "This page plays tic-tac-toe with you, and shows you in five minutes how a computer finds the"
    " best move. It works offline, and nothing leaves your device.",
    "starts": "Four things to do here",
    "start_play": "Play me",
    "start_play_more": "From easy to unbeatable",
    "start_watch": "Watch two bots",
    "start_watch_more": "Easy against perfect",
    "start_learn": "Learn minimax",
    "start_learn_more": "Five lessons, one idea each",
    "start_read": "Read the essay",
    "start_read_more": "How the engine of this bot works",
    "menu": "On this page",
    "menu_play": "Play",
    "menu_learn": "Learn",
    "menu_read": "Read",
    "theme": "Switch to light or dark",
}

_PLAY = {
    "play": "Play me",
    "game": "Game",
    "3x3": "Three in a row wins",
    "misere": "Misère: three in a row loses",
    "you": "You",
    "easy": "Bot, easy",
    "normal": "Bot, normal",
    "hard": "Bot, hard",
    "expert": "Bot, expert",
    "perfect": "Bot, perfect",
    "new": "New game",
    "back": "Take back",
    "next": "Next move",
    "worth": "Show what each cell is worth",
    "odds": "Show what the bot would play",
    "odds_of": "Percentages: how likely “{level}” would be to play each cell if it were to move. They"
    " are rounded, so their sum may be a little off 100.",
    "odds_of_perfect": "Of cells that are worth the same, it takes those where people go wrong most often.",
    "your_turn": "Your turn: you play {mark}.",
    "turn": "{mark} to move.",
    "bot_turn": "{mark} to move. Press Play or Next move.",
    "bot_played": "I played {cell}.",
    "wins": "{mark} wins: {line}.",
    "you_wins": "You win: {line}.",
    "i_wins": "I win: {line}.",
    "loses": "{loser} has three in a row and loses. {mark} wins.",
    "you_loses": "I have three in a row and lose. You win.",
    "i_loses": "You have three in a row and lose. I win.",
    "drawn": "A draw.",
    "board": "Board",
    "free": "{cell}, free",
    "taken": "{cell}: {mark}",
    "win": "wins",
    "draw": "draw",
    "loss": "loses",
    "win_in": "wins in {count}",
    "loss_in": "loses in {count}",
    "key": "▲ wins · = draw · ▼ loses, if both sides play perfectly from here. The number counts the"
    " winner's own moves.",
}

_STEPS = {
    "first": "Back to the start",
    "step_back": "Back",
    "step": "Step",
    "run": "Play",
    "pause": "Pause",
    "where": "Step {now} of {last}",
    "picture": "Picture",
    "slider": "Step",
    "code": "The Python that is running",
    "code_lead": "For programmers: the same in Python. Mark.X is X, Mark.O is O, and an Outcome says how"
    " a game has ended.",
    "code_note": "This is the plain form of engine/minimax.py, where each board is remembered and the"
    " sign turns instead of asking whose turn it is. The tests run these very lines against the"
    " engine.",
    "as_list": "The tree as a list",
    "lesson": "Lesson {number} of {last}",
    "extra": "Two more, if you like",
    "question": "Before you look",
    "waiting": "A question is waiting",
    "band_x": "X chooses\nthe highest",
    "band_o": "O chooses\nthe lowest",
    "band_end": "the end",
    "ended": "end",
    "skipped": "skipped",
    "unknown": "not looked at yet",
}

_WALK = {
    "look_root": "{mark} to move. {count} cells are free: what happens if {mark} plays each of them?",
    "look": "What if {move}? Then {mark} has {count} answers.",
    "look_forced": "What if {move}? One cell is left, so {mark} has no choice.",
    "end_won": "{move} makes three in a row, after {count} moves. {winner} wins: {value}.",
    "end_drawn": "{move} fills the board, and nobody has three in a row. A draw: 0.",
    "rise_forced": "With only one move, the highest and the lowest are the same: this board is worth"
    " {value} too. The number rises.",
    "rise_highest": "X chooses between {values}, and takes the highest: {value}.",
    "rise_lowest": "O chooses between {values}, and takes the lowest: {value}.",
    "rise_root": "X chooses between {values}, and takes the highest: {value}. So the best move is {move}.",
    "limit_alpha": "X has {value} for sure, with {move}. What X has for sure is called alpha: α = {value}.",
    "limit_beta": "{move} gives {value}, so O can keep X down to {value} here. That is called beta: β ="
    " {value}.",
    "limit_alpha_again": "X has {value} for sure, with {move}: α = {value}.",
    "limit_beta_again": "{move} gives {value}, so O can keep X down to {value} here: β = {value}.",
    "handed_down": "α = {alpha} is handed down to this board: it is what X has elsewhere.",
    "skip": "X has {alpha} for sure elsewhere (α). Here O keeps X down to {beta} (β). β is not above α:"
    " whatever O's other answer leads to, X won't come here. Skip it!",
    "rise_cut": "So this board is worth {value} or less. That is all X needs to know.",
    "rise_skipped": "X takes {value}, with {move}: the same answer as in lesson 3, from {looked} boards"
    " instead of {all}.",
}

_LESSONS = {
    "learn": "Minimax in five minutes",
    "learn_lead": "Minimax is how a computer finds the best move: it tries every move, then every answer,"
    " and goes on until the game is over. Five lessons, one idea each. Press Play or Step, or drag the"
    " slider.",
    # 1
    "1_title": "The end has a value",
    "1_idea": "In the middle of a game it's hard to say who is ahead. At the end everyone can see it. So"
    " start there, and write each end as a number for X: above 0, X has won; below 0, O has won; 0 is"
    " a draw. The lessons count the moves of both sides: “wins in 2” on the board above is X, O, X, which"
    " is three moves here.",
    "1_ask": "X can win with the third move from now, or a little later, with the fifth. Which win"
    " should get the higher number?",
    "1_a": "The quick one",
    "1_b": "The slow one",
    "1_c": "Both the same",
    "1_right": "Yes: what you have, nobody can take from you. A win counts 10 minus the moves it took,"
    " so 10 − 3 = 7 for the quick one, and 10 − 5 = 5 for the slow one.",
    "1_wrong": "Both win, but in a slow win something can still go wrong. So the quick one counts more:"
    " 10 minus the moves it took, which is 10 − 3 = 7, and 5 for the slow one.",
    "1_start": "X to move, and three cells are free. There are only {count} ways this game can end. Look"
    " at each.",
    "1_win": "{line}: X has three in a row, after {count} moves. 10 − {count} = {value}.",
    "1_loss": "{line}: O has three in a row, after {count} moves. That is bad for X, so it's below 0:"
    " {count} − 10 = {value}.",
    "1_draw": "{line}: the board is full, and nobody has three in a row. A draw is 0.",
    "1_o_wins": "O wins",
    "1_draws": "draw",
    "1_x_wins": "X wins",
    # 2
    "2_title": "My turn: take the highest",
    "2_idea": "Before the end, someone still has a choice. The value of a cell is the value of the board"
    " after you play there. When it's X's turn, X takes the cell with the highest value, and so that"
    " is what the board is worth.",
    "2_ask": "X can play {low}, which leads to −8, or {high}, which leads to 0. What is this board worth"
    " to X?",
    "2_a": "−8",
    "2_b": "−4, the middle",
    "2_c": "0",
    "2_right": "Yes: 0. X decides, so a bad move does no harm as long as X doesn't make it.",
    "2_wrong": "No dice are rolled here. X decides, and X takes the 0. A bad move does no harm as long as"
    " X doesn't make it.",
    # 3
    "3_title": "Your turn: you take the lowest",
    "3_idea": "What is good for X is bad for O. So when it's O's turn, O takes the lowest number. Row by"
    " row, the numbers rise from the ends to the top: O's rows take the minimum, X's rows the maximum."
    " That is all of minimax, and where its name comes from.",
    "3_ask": "X has played 3. Now O can play 4, which leads to 7, or 9, which leads to 0. What is X's move"
    " 3 worth?",
    "3_a": "7",
    "3_b": "0",
    "3_right": "Yes: 0. X would love the 7, but it's O's turn, and O takes the lowest.",
    "3_wrong": "That is what X hopes for. But it's O's turn, and O takes the lowest: 0.",
    # 4
    "4_title": "Skip what can't matter",
    "4_idea": "Do we have to look at every board? Here is the tree of lesson 3 again. Watch for the"
    " moment when X knows enough about a move without seeing all of it.",
    "4_ask": "X has a sure 0 with 3. Now X tries 4, and O answers with 3 and wins: −8. Should we look at"
    " O's other answer too?",
    "4_a": "Yes, it may be better for X",
    "4_b": "No, it can't help X",
    "4_right": "Right. O chooses here, and O has −8 already. So X will get −8 or even less with 4, and X"
    " has 0 with 3. Skip it! To skip like this is called alpha-beta, after the two numbers α and β.",
    "4_wrong": "It may be, but O chooses here, not X. O already has −8, so X will get −8 or even less"
    " with 4. X has 0 with 3. Skip it! To skip like this is called alpha-beta, after the two numbers α"
    " and β.",
    "4_code_note": "This is alpha-beta in its plain form. At the start nobody has anything for sure, so"
    " alpha is −10 and beta 10, below and above every value. engine/trees.py skips the same boards,"
    " and the tests compare the two.",
    # 5
    "5_title": "Remember and mirror",
    "5_idea": "From the empty board, plain minimax looks at {plain} boards. Most of that is the same work"
    " again. Two more ideas save it: turn and mirror the board, and remember what you know.",
    "5_ask": "The empty board has nine cells. If you may turn and mirror it, how many first moves are"
    " really different?",
    "5_a": "9",
    "5_b": "5",
    "5_c": "3",
    "5_right": "Yes: a corner, an edge or the centre. The other six only look different.",
    "5_wrong": "Only 3: a corner, an edge or the centre. Turn the board, and one corner becomes another.",
    "5_plain": "Plain minimax: nine moves, eight answers to each, seven answers to those… It looks at"
    " {nodes} boards.",
    "5_symmetry": "Mirror: these four are one and the same board, turned. Look at one of them, and you"
    " know all four. By itself, this idea takes the {plain} boards down to {nodes}.",
    "5_alpha_beta": "Skip: that was the lesson before. By itself, it takes the {plain} boards down to"
    " {nodes}.",
    "5_memory": "Remember: two ways, one board. It's worth the same either way, so write it down once"
    " and look it up the next time. By itself, this takes the {plain} boards down to {nodes}.",
    "5_three": "All three together: {nodes} boards, and the same answer as before, a draw.",
    "5_all": "One more idea: if the lines still open to each side are too few to make three in a row by"
    " force, call it a draw and look no further. With it, {nodes} boards are left: {times} times less"
    " work for the same answer.",
    "5_axis": "boards looked at: each line is ten times the one before",
    "plain": "Plain",
    "symmetry": "Mirror",
    "alpha_beta": "Skip",
    "memory": "Remember",
    "three": "All three",
    "all": "One more",
    "end": "That's it: values at the ends, highest and lowest on the way up; skip, mirror, remember. The"
    " empty board is worth 0, a draw, and the perfect bot always takes a cell that keeps what its"
    " board is worth. So you can't beat it.",
    "end_link": "Try it anyway",
    # 6
    "6_title": "What a short look believes",
    "6_idea": "A bot that looks only a few moves ahead takes every game that isn't over by then for a"
    " draw. Often that's good enough. Here X is such a bot, and two cells are traps.",
    "6_ask": "X looks two moves ahead: its own move, and O's answer. Can it see which cells lose?",
    "6_a": "Yes",
    "6_b": "No",
    "6_right": "Right, it can't. O wins with the fourth move from here. Two moves ahead, nothing has"
    " happened yet.",
    "6_wrong": "It can't. O wins with the fourth move from here. Two moves ahead, nothing has happened"
    " yet, so every cell looks like a draw.",
    "6_blind": "Looking {depth} ahead, X sees nothing: it believes that every cell is a draw.",
    "6_blind_one": "Looking one move ahead, X only sees whether it wins at once. Every cell looks like a"
    " draw.",
    "6_sees": "Looking {depth} ahead, X sees it: {cells} lose, and the edges hold the draw. O wins with"
    " the fourth move, so {cells} are worth 4 − 10 = −6.",
    "6_falls": "Now a game. The bot that looks two ahead has X again, and every cell looks like a draw"
    " to it. It takes {move}, which threatens the diagonal and seems fine.",
    "6_trap": "{move} blocks the diagonal, and makes two threats at once. X looks two ahead again: now"
    " it sees that it loses.",
    "6_late": "{move} stops one of the two threats. X can't stop both.",
    "6_lost": "{move} is the other one, and O wins. X saw it coming, but too late.",
    "6_ahead": "looks {depth} ahead",
    # 7
    "7_title": "A game whose marks fade",
    "7_idea": "In the game called fading, three in a row wins as ever. But you keep only three marks:"
    " with your fourth, the oldest goes. The board never fills up, so where is the end that minimax"
    " starts from?",
    "7_ask": "Can minimax, as you know it now, find the value of every board of this game?",
    "7_a": "Yes, it only takes longer",
    "7_b": "No, it may look for ever",
    "7_right": "Right. So the engine starts at the ends and works backwards: boards that are won with"
    " the next move, then those that lead there, and so on. It never reaches {endless} of the"
    " {positions} positions: there, nobody can force an end.",
    "7_wrong": "It may look for ever: watch the moves go round. So the engine starts at the ends and"
    " works backwards: boards that are won with the next move, then those that lead there, and so on."
    " It never reaches {endless} of the {positions} positions: there, nobody can force an end.",
    "7_start": "The empty board. Watch where these moves lead.",
    "7_moves": "{move}. Nothing has faded yet.",
    "7_full": "{move}. Both have three marks now. The pale one is the next to go.",
    "7_fades": "{move}, and {mark}'s oldest mark, on {gone}, goes.",
    "7_round": "{move}, and the circle closes: this is the board of {length} moves ago. The same moves can"
    " follow again, and again, and again.",
}

_ESSAY = {
    "read": "The essay",
    "read_lead": "How the engine of this bot works, from the first idea to the last trick. The boards in"
    " it are alive: press a cell to play on.",
    "living": "Board of the essay: press a cell to play on",
    "living_reset": "Back to the essay's board",
    "footer": "Every number on this page was computed by the engine when the page was written.",
}

WORDS: Mapping[str, str] = MappingProxyType({**_PAGE, **_PLAY, **_STEPS, **_WALK, **_LESSONS, **_ESSAY})
