"""The texts of the lessons, by JavaScript's names: those of a lesson begin with its name.

The numbers that fill a text are always the same, so a note says what they are: a language whose
words depend on a number can choose the right form.
"""

from bot.messages.texts import Voice, phrase

_STEPS = {
    "first": phrase("Back to the start"),
    "step_back": phrase("Back"),
    # NOTE: a button: one step forward
    "step": phrase("Step"),
    "pause": phrase("Pause"),
    "where": phrase("Step {now} of {last}"),
    # NOTE: for people who listen: what follows describes a picture
    "picture": phrase("Picture"),
    "code": phrase("The same in Python"),
    # NOTE: above a program in Python, in which a comment, after #, says what a line prints
    "code_runs": phrase(
        "This program runs as it is. What it prints stands after the # at its end."
    ),
    "copy_code": phrase("Copy the program"),
    # NOTE: after that: the program has been copied
    "copied": phrase("Copied"),
    # NOTE: after that, if the browser doesn't allow it
    "copy_by_hand": phrase("It's selected: copy it with Ctrl+C or ⌘C."),
    "as_list": phrase("The tree as a list"),
    # NOTE: a link: look at the board of a lesson in Explore
    "explore_board": phrase("Explore this lesson's board"),
    "lesson": phrase("Lesson {number} of {last}"),
    # NOTE: above two more lessons
    "extra": phrase("Two more, if you like"),
    # NOTE: a heading above a question, which people answer before they look at the picture
    "question": phrase("Before you look"),
    # NOTE: before the reason, after a right answer
    "right": phrase("Right."),
    # NOTE: before the reason, after a wrong answer
    "wrong": phrase("Not quite."),
}

_WALK = {
    # NOTE: two lines beside a row of a tree, with at most about 12 letters each
    "band_x": phrase("X chooses\nthe highest"),
    # NOTE: two lines beside a row of a tree, with at most about 12 letters each
    "band_o": phrase("O chooses\nthe lowest"),
    # NOTE: beside a row of boards on each of which one cell is free
    "band_forced": phrase("one cell\nleft"),
    # NOTE: beside boards on which the game is over
    "ended": phrase("end"),
    # NOTE: a board that need not be looked at, for people who listen
    "skipped": phrase("skipped"),
    "unknown": phrase("not looked at yet"),
    # NOTE: {count}: 2 or 3
    "look_root": phrase("{mark} to move, and {count} cells are free. Let's try each of them."),
    # NOTE: {mark} and {other}: X and O; {count}: 2
    "look": phrase("What if {mark} plays {cell}? Then {other} has {count} answers."),
    # NOTE: {count}: 2 or 3; {value}: such as −8
    "end_won": phrase("{mark} plays {cell} and has three in a row, after {count} moves: {value}."),
    # NOTE: [0] is shown as a value: keep the brackets
    "end_drawn": phrase(
        "{mark} plays {cell}. The board is full, with no three in a row. A draw: [0]."
    ),
    # NOTE: {mark}: X or O, whose turn it is; {value}: such as −8
    "rise_forced": phrase("{mark} had no choice, so the board before is worth {value} too."),
    # NOTE: {values}: such as −8 and 7
    "rise_highest": phrase("X chooses between {values}, and takes the highest: {value}."),
    "rise_lowest": phrase("O chooses between {values}, and takes the lowest: {value}."),
    "best_move": phrase("So X's best move is {cell}."),
    # NOTE: {value}: 0; α is read alpha
    "limit_alpha": phrase(
        "X's move {cell} is worth {value}. So X is sure of {value}. Let's call that α."
    ),
    # NOTE: {value}: −8; β is read beta
    "limit_beta": phrase("O's answer {cell} holds X to {value} or less. Let's call that β."),
    # NOTE: {move}: the number of a cell, 3, not a count; {alpha}: 0
    "handed_down": phrase("With its move {move}, X is sure of {alpha} (α)."),
    # NOTE: {move}: the number of a cell, 3, not a count; {alpha}: 0; {beta}: −8
    "skip_rest": phrase(
        "With its move {move}, X is sure of {alpha} (α). Here X gets {beta} or less (β). So X won't"
        " go this way, whatever O's other answer leads to. Skip it!"
    ),
    "rise_cut": phrase("So this board is worth {value} or less, and that's all X needs to know."),
    # NOTE: {looked}: 10; {all}: 14
    "rise_skipped": phrase(
        "X takes {value}, with its move {cell}: the same answer as in lesson 3, from {looked} "
        "boards instead of {all}."
    ),
}

_LESSONS = {
    "lessons": phrase("Minimax in five minutes"),
    # NOTE: Play and Step are buttons
    "lessons_lead": phrase(
        "Minimax is how a computer finds the best move: it tries every move, then every answer, "
        "and goes on until the game is over. Five lessons, one idea each. Press Play or Step, or "
        "drag the slider."
    ),
    # 1
    "ends_title": phrase("The end has a value"),
    "ends_idea": phrase(
        "In the middle of a game it's hard to say who is ahead. At the end everyone can see it. "
        "So start there, and write each end as a number for X: above 0, X has won; below 0, O "
        "has won; 0 is a draw."
    ),
    # NOTE: board[0]: Python, not to be translated
    "ends_more": phrase(
        "In the programs a board is nine characters, cell 1 to cell 9, and a dot is a free cell. "
        "Python counts from 0, so cell 1 is board[0]."
    ),
    "ends_ask": phrase(
        "In one game X wins 3 moves from now, in another 5 moves from now, counting both sides. "
        "Which win gets the higher number?"
    ),
    "ends_a": phrase("The quick one"),
    "ends_b": phrase("The slow one"),
    "ends_c": phrase("Both the same"),
    # NOTE: [7] is shown as a value: keep the brackets, and − as it is
    "ends_because": phrase(
        "The quick one. A win is worth 10 minus the number of moves by both sides: 10 − 3 = [7],"
        " and 10 − 5 = [5]. No game is longer than nine moves, so a win always stays above 0. For O"
        " it's the same below 0: 3 − 10 = [−7]."
    ),
    # NOTE: {count}: 6
    "ends_start": phrase(
        "X to move, and three cells are free. There are only {count} ways this game can end. "
        "Look at each."
    ),
    # NOTE: {line}: moves, such as X 4, O 9, X 3; {count}: 2 or 3
    "ends_win": phrase(
        "{line}: X has three in a row, after {count} moves. 10 − {count} = {value}."
    ),
    # NOTE: {line}: moves, such as X 4, O 3; {count}: 2 or 3
    "ends_loss": phrase(
        "{line}: O has three in a row, after {count} moves. That's bad for X, so below 0: {value}."
    ),
    # NOTE: {line}: moves, such as X 3, O 9, X 4; [0] is shown as a value: keep the brackets
    "ends_draw": phrase("{line}: the board is full, and nobody has three in a row. A draw is [0]."),
    # NOTE: after the last of the ends; [7] is shown as values are in the pictures
    "ends_all": phrase(
        "These are all the ends. From here on, we only compare values. A value looks like [7]; a "
        "plain number is a cell."
    ),
    "ends_o_wins": phrase("O wins"),
    "ends_draws": phrase("draw"),
    "ends_x_wins": phrase("X wins"),
    # 2
    "highest_title": phrase("X's turn: take the highest"),
    "highest_idea": phrase(
        "Before the end, someone still has a choice. Each free cell leads to another board, and "
        "the value of that board is the value of the cell. When it's X's turn, X takes the cell "
        "with the highest value. So that's what the board before the move is worth, too."
    ),
    # NOTE: best: the name of a function in Python, not to be translated
    "highest_more": phrase(
        "A value is a number, not yet a move. To get the move, ask for the value of each free cell,"
        " and keep the cell along with it: X plays the cell with the highest. In the program, best"
        " does that."
    ),
    # NOTE: {low} and {high}: numbers of cells; [−8] is shown as a value: keep the brackets
    "highest_ask": phrase(
        "X can play cell {low}, which leads to [−8], or cell {high}, which leads to [0]. What is "
        "this board worth to X?"
    ),
    "highest_a": "[−8]",
    # NOTE: an answer to choose: halfway between −8 and 0, not the middle cell
    "highest_b": phrase("[−4], the middle"),
    "highest_c": "[0]",
    "highest_because": phrase(
        "X decides, and takes the [0]. It isn't an average: a bad move does no harm as long as X"
        " doesn't make it."
    ),
    # 3
    "lowest_title": phrase("O's turn: take the lowest"),
    "lowest_idea": phrase(
        "What is good for X is bad for O. So when it's O's turn, O takes the lowest number. Row "
        "by row, the numbers move up from the ends to the top: O's rows take the minimum, X's "
        "rows the maximum. That's all there is to minimax, and that's where its name comes from."
    ),
    # NOTE: the arrow points at a line of the program; value: the name of a function in Python, not
    # to be translated
    "lowest_more": phrase(
        "At the arrow, value calls itself for each board that one move leads to. Each of these "
        "calls does the same, until the game is over. Then the answers come back up."
    ),
    # NOTE: X has played in cell 3: "move 3" is not the third move
    "lowest_ask": phrase(
        "X has played 3. Now O can play cell 4, which leads to [7], or cell 9, which leads to [0]. "
        "What is X's move 3 worth?"
    ),
    "lowest_a": "[7]",
    "lowest_b": "[0]",
    "lowest_because": phrase(
        "X would love the [7], but it's O's turn, and O takes the lowest: [0]."
    ),
    # after lesson 3
    # NOTE: above a heading: now the reader does it
    "practice_kicker": phrase("Your turn"),
    # NOTE: a heading: do yourself what minimax does
    "practice_title": phrase("Be minimax"),
    # NOTE: the values move up in the tree, from its ends to its top
    "practice_idea": phrase(
        "Now you do it, on a new board. The ends have their values; let them rise to the top. "
        "Wherever someone chooses, press the value that they take: O the lowest, X the highest."
    ),
    # NOTE: a frame is drawn around the board on which X has played {cell}
    "practice_ask_o": phrase(
        "X has played {cell}: the board in the frame. Now O chooses. Of the values below it, press "
        "the one that O takes."
    ),
    "practice_ask_x": phrase("X chooses at the top. Press the value that X takes."),
    # NOTE: {value}: such as 7
    "practice_wrong_o": phrase(
        "O wouldn't take {value}: another answer is worse for X. Try again."
    ),
    # NOTE: {value}: such as −8
    "practice_wrong_x": phrase("X wouldn't take {value}: another move is worth more. Try again."),
    # NOTE: {value}: such as −8; it moves up in the tree
    "practice_right": phrase("Yes: {value} rises."),
    # NOTE: {value}: such as 0
    "practice_done": phrase(
        "Yes: this board is worth {value}, and X plays {cell}. That's all that minimax does, and "
        "you've just done it."
    ),
    # NOTE: {count}: how often the reader was wrong on this board, 1 or more
    "practice_slips": phrase("Slips: {count}"),
    # NOTE: {count}: how many boards, 1 or more
    "practice_row": phrase("In a row without a slip: {count}"),
    # NOTE: a button
    "practice_again": phrase("Another board"),
    # 4
    "skips_title": phrase("Skip what can't matter"),
    # NOTE: 3 is the number of a cell, not a count
    "skips_idea": phrase(
        "Do we have to look at every board? Here is the tree of lesson 3 again: X has tried 3, "
        "and knows that it's worth [0]. Watch for the moment when X knows enough about another "
        "move without seeing all of it."
    ),
    # NOTE: "move 3": the one in cell 3, not the third move
    "skips_ask": phrase(
        "X's move 3 is worth [0]. Now X tries cell 4, and O's answer in cell 3 wins: [−8]. Should "
        "we look at O's other answer too?"
    ),
    "skips_a": phrase("Yes, it may be better for X"),
    "skips_b": phrase("No, it can't help X"),
    # NOTE: alpha-beta: the name of the method; "move 4": the one in cell 4, not the fourth move
    "skips_because": phrase(
        "O chooses here, and already has [−8]. So X's move 4 is worth [−8] or even less, and X's "
        "move 3 is worth [0]. Skip it! This is called alpha-beta, after two numbers: α, what X is "
        "sure of, and β, what O holds X to."
    ),
    # 5
    "savings_title": phrase("Remember and mirror"),
    # NOTE: {plain}: 549,946
    "savings_idea": phrase(
        "From the empty board, plain minimax looks at {plain} boards. Most of that is the same "
        "work again and again. Two more ideas save most of it: turn and mirror the board, and "
        "remember what you know."
    ),
    # NOTE: 10 − moves is what lesson 1 says of a win
    "savings_more": phrase(
        "A win is worth 10 − moves. Does it depend on the way that led there, so that it can't "
        "stand in a table? No: count the moves from the empty board, and they are the marks on the "
        "board, the same on every way."
    ),
    "savings_ask": phrase(
        "The empty board has nine cells. If you may turn and mirror it, how many first moves are "
        "really different?"
    ),
    "savings_a": "9",
    "savings_b": "5",
    "savings_c": "3",
    "savings_because": phrase(
        "Only 3: a corner, an edge or the middle. Turn the board, and one corner becomes another."
    ),
    # NOTE: {nodes}: 549,946
    "savings_plain": phrase(
        "Plain minimax: nine moves, eight answers to each, seven answers to those… It looks at "
        "{nodes} boards."
    ),
    # NOTE: {nodes}: 58,524
    "savings_symmetry": phrase(
        "Mirror: these four are one and the same board, turned. Look at one of them, and you know"
        " all four. On its own, this idea leaves {nodes} boards."
    ),
    # NOTE: {nodes}: 20,866
    "savings_alpha-beta": phrase(
        "Skip, as in lesson 4. On its own, this idea leaves {nodes} boards."
    ),
    # NOTE: {nodes}: 5,478
    "savings_memory": phrase(
        "Remember: two ways lead to the same board. It's worth the same either way, so write it"
        " down once and look it up the next time. On its own, this idea leaves {nodes} boards."
    ),
    # NOTE: {nodes}: 621; {times}: 885
    "savings_all": phrase(
        "All three together: {nodes} boards, {times} times fewer than at the start. And the same "
        "answer: a draw."
    ),
    # NOTE: below a chart
    "savings_axis": phrase("boards looked at"),
    # NOTE: a bar of a chart: minimax without any of the ideas that save work; at most about 12
    # letters
    "plain": phrase("Plain"),
    # NOTE: a bar of a chart, a name, not an order to the reader: boards that are mirror images
    # count as one; at most about 12 letters
    "symmetry": phrase("Mirror"),
    # NOTE: a bar of a chart, a name, not an order to the reader: what cannot matter is left out;
    # at most about 12 letters
    "alpha-beta": phrase("Skip"),
    # NOTE: a bar of a chart, a name, not an order to the reader: what was found out about a board
    # is kept; at most about 12 letters
    "memory": phrase("Remember"),
    # NOTE: a bar of a chart: three ideas together; at most about 12 letters
    "all": phrase("All three"),
    "end": phrase(
        "That's it: values at the ends, highest and lowest on the way up; skip, mirror, "
        "remember. The empty board is worth [0], a draw. A perfect bot never makes a move that "
        "leaves it with less. So you can't beat it."
    ),
    # NOTE: a button: play against the perfect bot
    "end_link": phrase("Try it anyway"),
    # after the five
    # NOTE: a heading, above a program in words with gaps, which the reader fills
    "build_title": phrase("Build the bot"),
    # NOTE: “moves”: the same word as in "10 − moves" below
    "build_idea": phrase(
        "This is all that minimax needs to play. It looks ahead from the board in front of it, and "
        "“moves” counts the moves ahead, starting at 0. There are six gaps. Choose what belongs in "
        "each, and try your bot on every board there is."
    ),
    # NOTE: what counts as three in a row; {choice}: a menu with the two texts below
    "build_line": phrase("Three in a row: {choice}"),
    # NOTE: fills the text above
    "build_line_marks": phrase("three of the same mark"),
    # NOTE: fills that text, too, and is wrong: three empty cells count
    "build_line_cells": phrase("three cells alike, even empty ones"),
    # NOTE: {choice}: a menu with 10, 10 − moves, and moves
    "build_win": phrase("If X has three in a row, the board is worth {choice}"),
    "build_win_flat": "10",
    # NOTE: as in lesson 1: 10 minus the number of moves
    "build_win_quick": phrase("10 − moves"),
    # NOTE: the number of moves
    "build_win_slow": phrase("moves"),
    # NOTE: such as −7 where the line above says 7; "it" is the board
    "build_loss": phrase("If O has three in a row, it's worth the same, but below 0."),
    "build_full": phrase("If the board is full, it's worth 0."),
    # NOTE: “moves”: as in "10 − moves"; {choice}: a menu with the two texts below
    "build_deeper": phrase(
        "Otherwise, play each free cell, and find out in the same way what the new board is worth. "
        "There, “moves” is {choice}"
    ),
    # NOTE: a number one higher than before
    "build_deeper_next": phrase("one more"),
    # NOTE: the same number as before
    "build_deeper_same": phrase("the same"),
    # NOTE: "these": what the new boards are worth; {choice}: a menu with "highest" and "lowest"
    "build_x": phrase("If it's X's turn, the board is worth the {choice} of these."),
    # NOTE: "these": what the new boards are worth; {choice}: a menu with "highest" and "lowest"
    "build_o": phrase("If it's O's turn, the board is worth the {choice} of these."),
    # NOTE: of several numbers; fills "the board is worth the {choice} of these"
    "build_highest": phrase("highest"),
    # NOTE: of several numbers; fills "the board is worth the {choice} of these"
    "build_lowest": phrase("lowest"),
    # NOTE: {choice}: a menu with the two texts below
    "build_best": phrase("To move, play {choice}"),
    # NOTE: fills the text above; the bot's side is X or O, whichever it plays
    "build_best_best": phrase("the cell worth most to the bot's side"),
    # NOTE: fills that text, too
    "build_best_near": phrase("a cell that wins at once, else the first free one"),
    # NOTE: a button: let the bot play on every board there is
    "build_try": phrase("Try it on all boards"),
    # NOTE: a button: play against the bot that the reader has built
    "build_play": phrase("Play your bot"),
    "build_open": phrase("Choose something for each of the six gaps."),
    # NOTE: shown for a moment, while the bot plays on all boards
    "build_trying": phrase("It's playing…"),
    # NOTE: "line": of the program in words, not three in a row; {count}: such as 1,869; {boards}:
    # 4,520; {cell} and {better}: numbers of cells, not counts
    "build_thrown": phrase(
        "It throws away a win or a draw on {count} of {boards} boards. Here is one with the "
        "fewest free cells: {mark} was to move, and your bot played {cell}. Better: {better}. "
        "Which line is to blame?"
    ),
    # NOTE: "line": of the program in words, not three in a row; {count}: such as 49; {boards}:
    # 4,520; {cell} and {better}: numbers of cells, not counts
    "build_slow": phrase(
        "It throws nothing away, but on {count} of {boards} boards it wins later or loses sooner "
        "than it has to. Here is one with the fewest free cells: {mark} was to move, and your bot "
        "played {cell}. Better: {better}. Which line is to blame?"
    ),
    # NOTE: {boards}: 4,520
    "build_right": phrase(
        "Right on all {boards} boards! It throws nothing away, and wins as soon as it can. This "
        "is minimax, and you've built it."
    ),
    "build_begin": phrase("You're X, and your bot is O. Press a cell."),
    "build_answer": phrase("Your bot played {cell}. It's your turn."),
    "build_you_win": phrase("You win. So your bot isn't minimax yet."),
    "build_bot_wins": phrase("Your bot wins."),
    "build_drawn": phrase("A draw."),
    # NOTE: above a program with gaps, which people fill
    "write_title": phrase("Now in Python"),
    # NOTE: value, best, value_from_table: names of functions in Python, not to be translated
    "write_idea": phrase(
        "This program has three gaps: value, best and value_from_table. Copy it into a file, and "
        "fill them in from memory: the lessons have all you need. value_from_table isn't told how "
        "many moves were made, so count the marks on the board, as in lesson 5. Then run it with "
        "Python. If it's right, it prints:"
    ),
    "write_value": phrase("0, for the empty board is a draw"),
    # NOTE: {visits}: 549,946
    "write_visits": phrase("{visits}, the boards that value looks at"),
    # NOTE: "move 4": the one in cell 4, not the fourth move
    "write_move": phrase("−8, what X's move 4 is worth in lesson 3"),
    # NOTE: before that is a number of a cell; best: as above
    "write_best": phrase("3, the move that best finds on the board of lesson 3"),
    "write_again": phrase("0, the same value from the table"),
    # NOTE: {boards}: 5,478
    "write_boards": phrase("{boards}, the boards in the table, if you remember but don't mirror"),
    # NOTE: below it a command, to be typed into a terminal; move(board), engine: not to be
    # translated
    "write_check": phrase(
        "Does it play well on every board? This command asks your move(board) about each, and "
        "shows the board with the fewest free cells on which it's wrong. It comes with this bot's "
        "source: open a terminal in the folder that has engine in it."
    ),
    # 6
    "beliefs_title": phrase("A bot that doesn't look far"),
    "beliefs_idea": phrase(
        "Some bots look only a few moves ahead. A game that isn't over by then counts as a draw "
        "for them. Often that's good enough. Here X is such a bot."
    ),
    "beliefs_ask": phrase(
        "X looks two moves ahead: its own move, and O's answer. Two of the cells lose. Can X "
        "see which?"
    ),
    "beliefs_a": phrase("Yes"),
    "beliefs_b": phrase("No"),
    "beliefs_because": phrase(
        "It can't. O wins on the fourth move from here. Two moves ahead, nothing has happened yet,"
        " so every cell looks like a draw."
    ),
    "beliefs_blind_one": phrase(
        "Looking one move ahead, X only sees whether it wins at once. Every cell looks like a draw."
    ),
    # NOTE: {depth}: 2 or 3
    "beliefs_blind": phrase(
        "Looking {depth} moves ahead, X still sees nothing. Every cell looks like a draw."
    ),
    # NOTE: {depth}: 4; {cells}: such as 3 and 7; "the fourth move": a count, of both sides
    "beliefs_sees": phrase(
        "Looking {depth} moves ahead, X sees it: {cells} lose, and only the others keep the draw."
        " O wins on the fourth move: 4 − 10 = [−6]."
    ),
    # NOTE: {mark}: X or O; {cell}: 3
    "beliefs_falls": phrase(
        "Now a game. X looks two moves ahead again, and every cell looks like a draw. It plays "
        "{cell}, which threatens the diagonal and seems fine."
    ),
    "beliefs_trap": phrase(
        "{mark} plays {cell}, which blocks the diagonal and makes two threats at once. Only now"
        " does X see that it loses."
    ),
    "beliefs_late": phrase(
        "{mark} plays {cell} and stops one of the two threats. X can't stop both."
    ),
    "beliefs_lost": phrase(
        "{mark} plays {cell}, the other one, and wins. X saw it coming, but too late."
    ),
    # NOTE: below a board: a bot looks so many moves ahead; {depth}: 1, 2, 3 or 4
    "beliefs_ahead": phrase("moves ahead: {depth}"),
    # 7
    "round_title": phrase("A game whose marks fade"),
    "round_idea": phrase(
        "In the game called fading, three in a row wins, as always. But you keep only three marks:"
        " with your fourth, the oldest fades. The board never fills up, so where is the end that"
        " minimax starts from?"
    ),
    "round_ask": phrase(
        "Can minimax, as you know it now, find the value of every board of this game?"
    ),
    "round_a": phrase("Yes, it just takes longer"),
    "round_b": phrase("No, it might search forever"),
    # NOTE: {endless}: 7,585; {positions}: 73,450
    "round_because": phrase(
        "It might search forever: watch the moves go in a circle. So the engine starts at the ends"
        " and works backwards: first it takes the boards where the next move wins, then those that"
        " lead there, and so on. {endless} of the {positions} boards are left over, and the ones in"
        " this circle are among them: nobody can force a win there."
    ),
    "round_start": phrase(
        "Both have three marks, and X is to move. The pale mark fades next. Neither side "
        "will overlook a win."
    ),
    # NOTE: {mark}: X or O; {gone}: the number of a cell
    "round_fades": phrase("{mark} plays {cell}, and its oldest mark, on {gone}, fades."),
    # NOTE: {length}: 8
    "round_round": phrase(
        "{mark} plays {cell}, and the circle closes: the board is the same as {length} moves ago."
        " And so on, forever."
    ),
}

_BUGS = {
    "bugs_title": phrase("Find the mistake"),
    "bugs_idea": phrase(
        "Three bots play X. Each has one fault in its program, and on one of three boards it makes "
        "a mistake because of it. Find the board, and guess the fault; then you see the line of "
        "code."
    ),
    # NOTE: a heading; {number}: 1, 2 or 3
    "bug": phrase("Bot {number}"),
    "bug_ask": phrase("X has played the ringed cell. On which board is that a mistake?"),
    # NOTE: for people who listen; {number}: A, B or C; {rows}: such as .XO / OOX / .X.; {cell}: 7
    "bug_board": phrase("Board {number}: {rows}. X plays {cell}."),
    # NOTE: {number}: of a board, A, B or C; {cell}: 6
    "bug_1_because": phrase(
        "On board {number}, X could win with {cell}. But the left column is empty, and the bot "
        "takes three empty cells for three in a row. So even after {cell} it thinks that the game "
        "has ended without a winner."
    ),
    # NOTE: {number}: of a board, A, B or C; {cell}: 9
    "bug_2_because": phrase(
        "On board {number}, O answers with {cell} and wins. The bot sees a win of its own, but "
        "never looks at what O can answer. If it can't win at once, it plays the first free cell. "
        "On the other boards it was lucky."
    ),
    # NOTE: {number}: of a board, A, B or C; {cell}: 5
    "bug_3_because": phrase(
        "On board {number}, X could win with {cell}. The bot found that, but kept only the cell, "
        "not how good it is. So the next cell looked like an improvement, too, and the last "
        "improvement was played."
    ),
}

_LESSON_WORDS = {**_STEPS, **_WALK, **_LESSONS, **_BUGS}


def words(voice: Voice) -> dict[str, str]:
    """The texts of the lessons. JavaScript fills in what stands in braces."""
    said = voice.templates(_LESSON_WORDS)
    # NOTE: a button that runs a little film; beside it are Pause and Step
    said["run"] = voice.say_in("a film", "Play")
    return said | voice.templates({"together": phrase("{first} {then}")})
